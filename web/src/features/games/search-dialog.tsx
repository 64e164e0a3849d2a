import { isBettingPath } from '@croupier/contract/paths'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { useDialog } from '../../dialogs/parts.tsx'
import { forget, keep, kept, notes } from '../../session/browser-storage.ts'
import { useShell } from '../../shell.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorInPlace } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useFocusOnShow } from '../../ui/use-focus-on-show.ts'
import { SearchLine } from './search-line.tsx'
import { readRecent, type SearchGroup, type SearchHit, searchGroups, step, withRecent } from './search-rules.ts'
import { useSearch } from './use-search.ts'

/** Games, studios, matches and leagues by name, mistakes forgiven, without leaving the keyboard. In a curtain the curtain has the title. */
export default function SearchDialog({ isCurtain = false }: { isCurtain?: boolean }) {
  const t = useTranslations('games.search')
  const { close, titleId } = useDialog()
  const navigate = useNavigate()
  const isBetting = isBettingPath(useLocation().pathname)
  const { debounceMs, popular: suggested } = useShell().config.search
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  const [text, setText] = useState('')
  const [recent, setRecent] = useState(() => readRecent(kept(notes.searches)))
  const [chosen, setChosen] = useState<string | null>(null)
  const { games, studios, popular } = useSearch(text, debounceMs)
  useFocusOnShow(field)

  const found = games.state === 'ready' ? games.value : null
  const groups = searchGroups({ text, recent, suggested, found, studios, popular, isBetting })
  const options = groups.flatMap((group) => group.options)
  const isAsking = text.trim() !== '' && (games.state === 'loading' || !games.isFresh)
  const count = found ? found.total + found.sports.length : 0
  const isNothing = !isAsking && found !== null && count === 0
  // With words in the field the best fit is chosen already, so that Enter is enough. What others play fits nothing.
  const best = text.trim() && groups[0]?.name !== 'popular' ? options[0] : undefined
  const active = options.find(({ id }) => id === chosen) ?? best

  const type = (words: string) => {
    setText(words)
    setChosen(null)
  }
  const choose = (option: SearchHit) => {
    if (option.kind === 'word') {
      type(option.word)
      field.current?.focus()
      return
    }
    keep(notes.searches, JSON.stringify(withRecent(recent, text)))
    close()
    navigate(option.to)
  }
  const clearRecent = () => {
    forget(notes.searches)
    setRecent([])
    field.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && active) {
      event.preventDefault()
      choose(active)
    }
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
    if (by === null) return
    event.preventDefault()
    const next = options[step(active ? options.indexOf(active) : -1, by, options.length, !best)]
    setChosen(next?.id ?? null)
    if (next) document.getElementById(`${listId}-${next.id}`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div className="search">
      {!isCurtain && (
        <h2 id={titleId} className="sr">
          {t('title')}
        </h2>
      )}
      <div className="input search-well">
        {isAsking ? <Spinner /> : <Icon name="search" />}
        <input
          ref={field}
          role="combobox"
          aria-expanded={options.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && `${listId}-${active.id}`}
          aria-label={t('label')}
          placeholder={t('label')}
          value={text}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          onChange={(event) => type(event.target.value)}
          onKeyDown={press}
        />
      </div>
      <p className="sr" role="status">
        {found && !isAsking && t('found', { count })}
      </p>
      {games.state === 'failed' && (
        <ErrorInPlace title={t('failed')} text={t('failedText')} retry={{ text: t('retry'), onClick: games.retry }} />
      )}
      {games.state !== 'failed' && isNothing && <NothingFound />}
      <SearchList id={listId} groups={groups} active={active} onChoose={choose} />
      {text.trim() === '' && recent.length > 0 && (
        <Button kind="ghost" size="s" className="search-clear" onClick={clearRecent}>
          {t('clearRecent')}
        </Button>
      )}
    </div>
  )
}

function NothingFound() {
  const t = useTranslations('games.search')
  return (
    <p className="search-none">
      <b>{t('none')}</b>
      <span className="muted">{t('noneText')}</span>
    </p>
  )
}

type ListProps = {
  id: string
  groups: readonly SearchGroup[]
  active: SearchHit | undefined
  onChoose: (option: SearchHit) => void
}

function SearchList({ id, groups, active, onChoose }: ListProps) {
  const t = useTranslations('games.search')
  return (
    <div id={id} className="search-list" role="listbox" aria-label={t('results')}>
      {groups.map(({ name, options }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
        <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
          <div className="search-head">
            <span id={`${id}-${name}`}>{t(`groups.${name}`)}</span>
          </div>
          {options.map((option) => (
            <SearchLine
              key={option.id}
              id={`${id}-${option.id}`}
              option={option}
              isActive={option === active}
              onChoose={onChoose}
            />
          ))}
        </div>
      ))}
    </div>
  )
}
