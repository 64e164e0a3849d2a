import { PlayerSession } from '../session/player-session.tsx'
import { useClubNotices } from './club-notices.ts'
import { useEntryPopups } from './entry-popups.ts'

/** What listens and comes up by itself behind the pages of a player. Guests never load it. */
export function PlayerHost() {
  useEntryPopups()
  useClubNotices()
  return <PlayerSession />
}
