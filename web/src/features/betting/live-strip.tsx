import type { Call } from '@croupier/contract/contract'
import type { SportsEventCard } from '@croupier/contract/methods/sports'
import { paths } from '@croupier/contract/paths'
import { useTranslations } from 'use-intl'
import { useShell } from '../../shell.ts'
import { RailSection } from '../../ui/rail.tsx'
import { askEvents } from './list-data.ts'
import { useEvent, useSportsTopics } from './live-book.ts'
import { LiveSurface } from './live-surface.tsx'

const most = 8

export type Strip = { events: SportsEventCard[]; seq: number }

/** Matches that are played now, for pages of the casino. Those are worth more than the strip: it is left out when it fails. */
export async function askStrip(call: Call, report: (fault: unknown) => void): Promise<Strip | null> {
  try {
    const { events, seq } = await askEvents(call, { view: 'live', count: most, market: 'main' })
    return { events, seq }
  } catch (fault) {
    report(fault)
    return null
  }
}

/** Scores move, nothing is offered: prices stand on the betting pages. */
export function LiveStrip({ strip }: { strip: Strip | null }) {
  const t = useTranslations('betting.strip')
  const { sportsbook } = useShell()
  const isShown = sportsbook !== null && strip !== null && strip.events.length > 0
  useSportsTopics(isShown ? ['live'] : [], strip?.seq ?? 0)
  if (!isShown) return null
  return (
    <RailSection
      title={t('title')}
      more={{ to: paths.betting(), text: t('more') }}
      labels={{ back: t('back'), forward: t('forward') }}
    >
      {strip.events.map((event) => (
        <StripCard key={event.id} event={event} />
      ))}
    </RailSection>
  )
}

/** A match that ends meanwhile stays in its place: nothing moves under a pointer. */
function StripCard({ event }: { event: SportsEventCard }) {
  return (
    <article className="live-card">
      <LiveSurface event={useEvent(event)} />
    </article>
  )
}
