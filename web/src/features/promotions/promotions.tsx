import { ComingPage } from '../../site/coming-page.tsx'

export const handle = { title: 'pages.promotions.title' }

export default function Promotions() {
  return <ComingPage name="promotions" icon="ticket-percent" />
}
