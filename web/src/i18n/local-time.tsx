import { useEffect, useState } from 'react'
import { useFormat } from './format.ts'

/** A moment in the visitor's own zone. The server cannot know it, so the first paint is in UTC. */
export function LocalTime({ at, withTime = false }: { at: string; withTime?: boolean }) {
  const format = useFormat()
  const [isLocal, setLocal] = useState(false)
  useEffect(() => setLocal(true), [])
  const moment = new Date(at)
  const shown = isLocal ? moment : new Date(moment.getTime() + moment.getTimezoneOffset() * 60_000)
  return <time dateTime={at}>{withTime ? format.dateTime(shown) : format.date(shown)}</time>
}
