import type { SportsEventCard } from '@croupier/contract/methods/sports'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { keep, kept } from '../../session/browser-storage.ts'
import { Switch } from '../../ui/check.tsx'

const note = 'announce_score'
/** A reader is not interrupted more often than that; what is said is always the newest. */
const quietMs = 5_000

/** Tells a screen reader how it stands, politely; the switch beside it is for everybody's own taste. */
export function ScoreNews({ event }: { event: SportsEventCard }) {
  const t = useTranslations('betting-event')
  const [isOn, setOn] = useState(true)
  useEffect(() => setOn(kept(note) !== 'off'), [])
  const [homeScore, awayScore] = event.score.ft ?? [0, 0]
  const text = t('scoreLine', { home: event.home.name, away: event.away.name, homeScore, awayScore })
  const said = useQuietly(text)
  const change = (isWanted: boolean) => {
    setOn(isWanted)
    keep(note, isWanted ? 'on' : 'off')
  }
  return (
    <div className="score-news">
      <Switch checked={isOn} title={t('announceText')} onChange={(changed) => change(changed.currentTarget.checked)}>
        {t('announce')}
      </Switch>
      <p className="sr" role="status">
        {isOn && said}
      </p>
    </div>
  )
}

/** Nothing at first: the page says the score itself. Afterwards each change, with a pause between two. */
function useQuietly(text: string): string {
  const [state, setState] = useState({ said: '', seen: text, at: 0 })
  useEffect(() => {
    if (state.seen === text) return
    const timer = setTimeout(
      () => setState({ said: text, seen: text, at: Date.now() }),
      Math.max(0, state.at + quietMs - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [text, state])
  return state.said
}
