import { ProfilePart } from './profile-part.tsx'

export const handle = { title: 'profile.responsibleGame.title', isIndexed: false }

export default function ResponsibleGame() {
  return <ProfilePart name="responsibleGame" icon="gauge" />
}
