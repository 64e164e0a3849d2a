import { ProfilePart } from './profile-part.tsx'

export const handle = { title: 'profile.security.title', isIndexed: false }

export default function Security() {
  return <ProfilePart name="security" icon="lock" />
}
