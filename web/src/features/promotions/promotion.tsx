import { ComingPage } from '../../site/coming-page.tsx'

export const handle = { title: 'pages.promotion.title', isIndexed: false }

export default function Promotion() {
  return <ComingPage name="promotion" icon="ticket-percent" />
}
