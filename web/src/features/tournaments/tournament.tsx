import { ComingPage } from '../../site/coming-page.tsx'

export const handle = { title: 'pages.tournament.title', isIndexed: false }

export default function Tournament() {
  return <ComingPage name="tournament" icon="trophy" />
}
