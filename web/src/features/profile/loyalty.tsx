import { ProfilePart } from './profile-part.tsx'

export const handle = { title: 'profile.loyalty.title', isIndexed: false }

export default function ProfileLoyalty() {
  return <ProfilePart name="loyalty" icon="award" />
}
