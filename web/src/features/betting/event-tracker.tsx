import './tracker.css'
import { type ComponentType, useEffect, useState } from 'react'
import type { TrackerProps } from './tracker-rules.ts'

/** Each folds the record of its own sport; only the one that is shown is loaded. */
const trackers: Readonly<Record<string, () => Promise<ComponentType<TrackerProps>>>> = {
  football: async () => (await import('./tracker-football.tsx')).FootballTracker,
  tennis: async () => (await import('./tracker-tennis.tsx')).TennisTracker,
  basketball: async () => (await import('./tracker-basketball.tsx')).BasketballTracker,
  hockey: async () => (await import('./tracker-hockey.tsx')).HockeyTracker,
  shooter: async () => (await import('./tracker-shooter.tsx')).ShooterTracker,
}

/** The play as a picture. Its place is kept while it is on its way, so nothing moves. */
export function EventTracker({ names, record }: TrackerProps) {
  const [loaded, setLoaded] = useState<{ Tracker: ComponentType<TrackerProps> } | null>(null)
  const { sport } = names
  const isKnown = sport in trackers
  useEffect(() => {
    let isWanted = true
    trackers[sport]?.()
      .then((Tracker) => isWanted && setLoaded({ Tracker }))
      // The page says everything without it.
      .catch(() => undefined)
    return () => {
      isWanted = false
    }
  }, [sport])
  if (!isKnown || record.length === 0) return null
  return <div className={`tracker tracker-${sport}`}>{loaded && <loaded.Tracker record={record} names={names} />}</div>
}
