import { createContext, use, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatDate, formatTime } from '../../i18n/format.ts'
import { nearDay } from './list-rules.ts'

/** The moment at which the page was made: the server and the first paint must agree on what *today* is. */
export const MadeAtContext = createContext('1970-01-01T00:00:00.000Z')

/** When an event begins: the day in words where it is near, and the time, in the visitor's own zone. */
export function KickOff({ at }: { at: string }) {
  const t = useTranslations('betting')
  const madeAt = use(MadeAtContext)
  const [isLocal, setLocal] = useState(false)
  useEffect(() => setLocal(true), [])
  const shownAs = (moment: string) => {
    const date = new Date(moment)
    return isLocal ? date : new Date(date.getTime() + date.getTimezoneOffset() * 60_000)
  }
  const moment = shownAs(at)
  const day = nearDay(moment, shownAs(madeAt))
  return (
    <time className="kick-off" dateTime={at} title={`${at.slice(0, 10)} ${at.slice(11, 16)} UTC`}>
      <span>{day ? t(`days.${day}`) : formatDate(moment)}</span> <span className="num">{formatTime(moment)}</span>
    </time>
  )
}
