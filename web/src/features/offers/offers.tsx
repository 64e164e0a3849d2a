import { ComingPage } from '../../site/coming-page.tsx'

export const handle = { title: 'pages.offers.title' }

export default function Offers() {
  return <ComingPage name="offers" icon="gift" />
}
