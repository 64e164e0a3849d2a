import { ProfilePart } from './profile-part.tsx'

export const handle = { title: 'profile.cashback.title', isIndexed: false }

export default function Cashback() {
  return <ProfilePart name="cashback" icon="undo-2" />
}
