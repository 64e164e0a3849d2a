import { ProfilePart } from './profile-part.tsx'

export const handle = { title: 'profile.notification.title', isIndexed: false }

export default function Notification() {
  return <ProfilePart name="notification" icon="bell" />
}
