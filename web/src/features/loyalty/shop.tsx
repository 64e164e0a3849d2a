import { ComingPage } from '../../site/coming-page.tsx'

export const handle = { title: 'pages.loyaltyShop.title' }

export default function LoyaltyShop() {
  return <ComingPage name="loyaltyShop" icon="gift" />
}
