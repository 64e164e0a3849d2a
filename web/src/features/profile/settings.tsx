import { ProfilePart } from './profile-part.tsx'

export const handle = { title: 'profile.settings.title', isIndexed: false }

export default function Settings() {
  return <ProfilePart name="settings" icon="settings" />
}
