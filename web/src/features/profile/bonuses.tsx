import { ProfilePart } from './profile-part.tsx'

export const handle = { title: 'profile.bonuses.title', isIndexed: false }

export default function Bonuses() {
  return <ProfilePart name="bonuses" icon="gift" />
}
