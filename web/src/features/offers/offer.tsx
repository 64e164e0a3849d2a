import { ComingPage } from '../../site/coming-page.tsx'

export const handle = { title: 'pages.offer.title', isIndexed: false }

export default function Offer() {
  return <ComingPage name="offer" icon="gift" />
}
