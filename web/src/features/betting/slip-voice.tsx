import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { useNoWords } from './no-words.ts'
import type { BetTry } from './place-rules.ts'
import { changesSince, type PickNow } from './slip-prices.ts'
import type { SlipView } from './slip-view.ts'
import { usePickWords } from './slip-words.ts'

const quietMs = 5_000
const mostSentences = 3

type Props = { view: SlipView; write: (price: number) => string }

/**
 * Says what has changed on the slip: politely, at most every five seconds, with the price before and after. What became
 * of the player's own press is said at once.
 */
export function SlipVoice({ view, write }: Props) {
  const t = useTranslations('slip')
  const words = usePickWords()
  const [spoken, setSpoken] = useState('')
  const heard = useRef<ReadonlyMap<string, PickNow>>(new Map())
  const spokenAt = useRef(0)
  const { lines } = view
  const builder = useBuilderSentence(view, write)
  const told = useRef(builder)
  useEffect(() => {
    const now = new Map(lines.map((line) => [line.pick.pick, line.now]))
    const changes = changesSince(heard.current, now)
    const isPriced = builder !== '' && builder !== told.current
    const speak = () => {
      const sentences = changes.slice(0, mostSentences).flatMap(({ pick, kind, before, after }) => {
        const line = lines.find((each) => each.pick.pick === pick)
        const prices = { before: write(before), now: write(after) }
        return line ? [t(`voice.${kind}`, { name: words.long(line.pick), ...prices })] : []
      })
      heard.current = now
      told.current = builder
      const all = isPriced ? [...sentences, builder] : sentences
      if (all.length === 0) return
      spokenAt.current = Date.now()
      setSpoken(all.join(' '))
    }
    if (changes.length === 0 && !isPriced) {
      heard.current = now
      told.current = builder
      return
    }
    const timer = setTimeout(speak, Math.max(0, spokenAt.current + quietMs - Date.now()))
    return () => clearTimeout(timer)
  }, [lines, builder, t, words, write])
  // A busy page draws it later than it was said: the rest is counted from there.
  useEffect(() => {
    if (spoken !== '') spokenAt.current = Date.now()
  }, [spoken])
  const own = useTrySentence(view)
  useEffect(() => {
    if (own === '') return
    spokenAt.current = Date.now()
    setSpoken(own)
  }, [own])
  return (
    <p className="sr slip-voice" role="status">
      {spoken}
    </p>
  )
}

/** The price of all picks together, where that is the bet. */
function useBuilderSentence({ builders, isWholeBuilder }: SlipView, write: (price: number) => string): string {
  const t = useTranslations('placing.voice')
  const now = isWholeBuilder ? builders[0]?.now : null
  return now?.state === 'priced' ? t('builder', { price: write(now.price) }) : ''
}

/** How the bets stand that were asked for. */
function useTrySentence({ tries }: SlipView): string {
  const t = useTranslations('placing.voice')
  const format = useFormat()
  const no = useNoWords()
  const sentence = (tried: BetTry): string => {
    const { state, bet, waitMs } = tried
    if (state === 'sending') return t('sending')
    if (state === 'lost') return t('lost')
    if (state === 'refused') return t('refused', { why: no.why(tried), money: no.money(tried) })
    if (!bet || state === 'asking') return ''
    const amount = format.money(bet.stake)
    if (state === 'pending') return t('pending', { seconds: Math.ceil(waitMs / 1_000), amount })
    return t('placed', { number: bet.number, amount, possible: format.money(bet.possible) })
  }
  const said = tries.filter(({ isQuick }) => !isQuick).map(sentence)
  return [...new Set(said)].slice(0, mostSentences).join(' ')
}
