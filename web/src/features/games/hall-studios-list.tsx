import type { GameOptions } from '@croupier/contract/methods/games'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { useLoaded } from '../../forms/use-loaded.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Switch } from '../../ui/check.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Studio } from './hall-data.ts'
import { toggled } from './hall-query.ts'
import { foldName } from './search-rules.ts'

export type StudioChoice = {
  providers: readonly string[]
  /** Null where games are not narrowed by it. */
  hasDemo: boolean | null
}

export type StudiosListProps = {
  chosen: StudioChoice
  studios: readonly Studio[]
  /** What is asked for with a choice, and where it is shown. */
  optionsOf: (choice: StudioChoice) => GameOptions
  pathOf: (choice: StudioChoice) => string
  close: () => void
}

/** Choosing changes nothing yet; the button says how many games it would show, and shows them. */
export default function HallStudiosList({ chosen: before, studios, optionsOf, pathOf, close }: StudiosListProps) {
  const t = useTranslations('games.hall')
  const format = useFormat()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(before.providers)
  const [hasDemo, setDemo] = useState(before.hasDemo)
  const [word, setWord] = useState('')
  const wanted = { providers: [...chosen].sort(), hasDemo }
  const count = useLoaded(pathOf(wanted), async () => {
    const options = JSON.stringify({ ...optionsOf(wanted), count: 1 })
    return (await call('games.get', { options, fields: 'sysname' })).total
  })
  const field = useRef<HTMLInputElement>(null)
  // On a phone the keyboard would cover the list before it was seen.
  useEffect(() => {
    if (matchMedia('(hover: hover)').matches) field.current?.focus()
  }, [])

  const found = studios.filter(({ name }) => foldName(name).includes(foldName(word)))
  const apply = () => {
    close()
    navigate(pathOf({ providers: chosen, hasDemo }), { preventScrollReset: true })
  }
  const words =
    count.state === 'ready' ? t('show', { count: count.value, shown: format.number(count.value) }) : t('showAny')
  return (
    <>
      <div className="input">
        <Icon name="search" />
        <input
          ref={field}
          type="search"
          value={word}
          placeholder={t('findStudio')}
          aria-label={t('findStudio')}
          autoComplete="off"
          onChange={(event) => setWord(event.target.value)}
        />
      </div>
      {hasDemo !== null && (
        <div className="only-narrow">
          <Switch checked={hasDemo} onChange={(event) => setDemo(event.target.checked)}>
            {t('demo')}
          </Switch>
        </div>
      )}
      <div className="panel-list">
        {found.map(({ sysname, name, count: games }) => (
          <Checkbox
            key={sysname}
            checked={chosen.includes(sysname)}
            onChange={() => setChosen((others) => toggled(others, sysname))}
          >
            <span className="cut">{name}</span>
            <small className="num">{format.number(games)}</small>
          </Checkbox>
        ))}
        {found.length === 0 && <p className="dim">{t('noStudio')}</p>}
      </div>
      <div className="panel-acts">
        <Button kind="ghost" size="s" onClick={() => setChosen([])}>
          {t('clear')}
        </Button>
        <Button kind="ivory" size="s" onClick={apply}>
          <span aria-live="polite">{words}</span>
        </Button>
      </div>
    </>
  )
}
