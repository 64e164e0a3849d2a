import { ComingPage } from '../../site/coming-page.tsx'

export const handle = { title: 'pages.tournaments.title' }

export default function Tournaments() {
  return <ComingPage name="tournaments" icon="trophy" />
}
