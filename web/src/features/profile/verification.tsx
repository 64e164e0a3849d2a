import { ProfilePart } from './profile-part.tsx'

export const handle = { title: 'profile.verification.title', isIndexed: false }

export default function Verification() {
  return <ProfilePart name="verification" icon="badge-check" />
}
