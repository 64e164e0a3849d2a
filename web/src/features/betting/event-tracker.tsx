import './tracker.css'
import type { ComponentType } from 'react'
import { BasketballTracker } from './tracker-basketball.tsx'
import { FootballTracker } from './tracker-football.tsx'
import { HockeyTracker } from './tracker-hockey.tsx'
import type { TrackerProps } from './tracker-rules.ts'
import { ShooterTracker } from './tracker-shooter.tsx'
import { TennisTracker } from './tracker-tennis.tsx'

/** Each folds the record of its own sport. All five are small: fetched later, each would move what stands below it. */
const trackers: Readonly<Record<string, ComponentType<TrackerProps>>> = {
  football: FootballTracker,
  tennis: TennisTracker,
  basketball: BasketballTracker,
  hockey: HockeyTracker,
  shooter: ShooterTracker,
}

/** The play as a picture. */
export function EventTracker({ names, record }: TrackerProps) {
  const Tracker = trackers[names.sport]
  if (!Tracker || record.length === 0) return null
  return (
    <div className={`tracker tracker-${names.sport}`}>
      <Tracker record={record} names={names} />
    </div>
  )
}
