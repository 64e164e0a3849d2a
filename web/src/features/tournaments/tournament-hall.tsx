import { ComingPage } from '../../site/coming-page.tsx'

export const handle = { title: 'pages.tournamentHall.title', isIndexed: false }

export default function TournamentHall() {
  return <ComingPage name="tournamentHall" icon="trophy" />
}
