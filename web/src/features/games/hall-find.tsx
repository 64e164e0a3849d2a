import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { useShell } from '../../shell.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { type HallQuery, hallPath } from './hall-query.ts'

/** Search in place: the grid follows the words, and the address with it. */
export function HallFind({ query }: { query: HallQuery }) {
  const t = useTranslations('games')
  const navigate = useNavigate()
  const { debounceMs } = useShell().config.search
  const [text, setText] = useState(query.search)
  const sent = useRef(query.search)

  // A way back or a shared address brings its own words; those that were typed here are in the field already.
  useEffect(() => {
    if (query.search === sent.current) return
    sent.current = query.search
    setText(query.search)
  }, [query.search])

  useEffect(() => {
    const search = text.trim()
    if (search === sent.current) return
    const timer = setTimeout(() => {
      sent.current = search
      // Words that follow one another are one step back, not many.
      navigate(hallPath(query, { search }), { preventScrollReset: true, replace: query.search !== '' })
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [text, query, debounceMs, navigate])

  const where = query.category ? t(`categories.${query.category}`) : null
  const label = where ? t('hall.findIn', { where }) : t('hall.find')
  return (
    <search className="input hall-find">
      <Icon name="search" />
      <input
        type="search"
        value={text}
        placeholder={label}
        aria-label={label}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => setText(event.target.value)}
      />
      {text && <IconButton icon="x" size="s" label={t('hall.findClear')} onClick={() => setText('')} />}
    </search>
  )
}
