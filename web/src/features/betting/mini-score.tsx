import type { SportsEventCard } from '@croupier/contract/methods/sports'
import { useEffect, useRef, useState } from 'react'
import { Crest } from './crest.tsx'
import { isInPlay } from './list-rules.ts'
import { MatchClock } from './match-clock.tsx'

/** How it stands, while the board is out of sight on a phone. The board itself says it to screen readers. */
export function MiniScore({ event }: { event: SportsEventCard }) {
  const mark = useRef<HTMLDivElement>(null)
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    if (!mark.current) return
    const watcher = new IntersectionObserver(([seen]) =>
      setOn(seen ? !seen.isIntersecting && seen.boundingClientRect.top < 0 : false),
    )
    watcher.observe(mark.current)
    return () => watcher.disconnect()
  }, [])
  const { sport, home, away, score } = event
  return (
    <>
      <div ref={mark} />
      {isOn && isInPlay(event) && (
        <div className="mini-score only-narrow" aria-hidden="true">
          <Crest side={home} sport={sport} size={16} />
          <bdi className="cut">{home.name}</bdi>
          <b className="num">
            <bdi dir="ltr">
              {score.ft?.[0] ?? 0}–{score.ft?.[1] ?? 0}
            </bdi>
          </b>
          <bdi className="cut">{away.name}</bdi>
          <Crest side={away} sport={sport} size={16} />
          <span className="live">
            <MatchClock card={event} />
          </span>
        </div>
      )}
    </>
  )
}
