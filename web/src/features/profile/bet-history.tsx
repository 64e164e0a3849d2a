import { ProfilePart } from './profile-part.tsx'

export const handle = { title: 'profile.betHistory.title', isIndexed: false }

export default function BetHistory() {
  return <ProfilePart name="betHistory" icon="receipt-text" />
}
