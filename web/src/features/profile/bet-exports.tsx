import { ProfilePart } from './profile-part.tsx'

export const handle = { title: 'profile.betExports.title', isIndexed: false }

export default function BetExports() {
  return <ProfilePart name="betExports" icon="file-text" />
}
