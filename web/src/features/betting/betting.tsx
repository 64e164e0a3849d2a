import { ComingPage } from '../../site/coming-page.tsx'

export const handle = { title: 'pages.betting.title' }

export default function Betting() {
  return <ComingPage name="betting" icon="volleyball" />
}
