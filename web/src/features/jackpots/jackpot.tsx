import { ComingPage } from '../../site/coming-page.tsx'

export const handle = { title: 'pages.jackpot.title', isIndexed: false }

export default function Jackpot() {
  return <ComingPage name="jackpot" icon="gem" />
}
