import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { changesSince, type PickNow } from './slip-prices.ts'
import type { SlipView } from './slip-view.ts'
import { usePickWords } from './slip-words.ts'

const quietMs = 5_000
const mostSentences = 3

/** Says what has changed on the slip: politely, at most every five seconds, with the price before and after. */
export function SlipVoice({ view, write }: { view: SlipView; write: (price: number) => string }) {
  const t = useTranslations('slip')
  const words = usePickWords()
  const [spoken, setSpoken] = useState('')
  const heard = useRef<ReadonlyMap<string, PickNow>>(new Map())
  const spokenAt = useRef(0)
  const { lines } = view
  useEffect(() => {
    const now = new Map(lines.map((line) => [line.pick.pick, line.now]))
    const changes = changesSince(heard.current, now)
    const speak = () => {
      const sentences = changes.slice(0, mostSentences).flatMap(({ pick, kind, before, after }) => {
        const line = lines.find((each) => each.pick.pick === pick)
        const prices = { before: write(before), now: write(after) }
        return line ? [t(`voice.${kind}`, { name: words.long(line.pick), ...prices })] : []
      })
      heard.current = now
      if (sentences.length === 0) return
      spokenAt.current = Date.now()
      setSpoken(sentences.join(' '))
    }
    if (changes.length === 0) {
      heard.current = now
      return
    }
    const timer = setTimeout(speak, Math.max(0, spokenAt.current + quietMs - Date.now()))
    return () => clearTimeout(timer)
  }, [lines, t, words, write])
  return (
    <p className="sr slip-voice" role="status">
      {spoken}
    </p>
  )
}
