import { ComingPage } from '../../site/coming-page.tsx'

export const handle = { title: 'pages.tournamentHall.title' }

export default function TournamentHall() {
  return <ComingPage name="tournamentHall" icon="trophy" />
}
