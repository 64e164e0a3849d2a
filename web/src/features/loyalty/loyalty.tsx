import { ComingPage } from '../../site/coming-page.tsx'

export const handle = { title: 'pages.loyalty.title' }

export default function Loyalty() {
  return <ComingPage name="loyalty" icon="award" />
}
