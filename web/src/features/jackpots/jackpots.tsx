import { ComingPage } from '../../site/coming-page.tsx'

export const handle = { title: 'pages.jackpots.title' }

export default function Jackpots() {
  return <ComingPage name="jackpots" icon="gem" />
}
