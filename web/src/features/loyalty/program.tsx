import { ComingPage } from '../../site/coming-page.tsx'

export const handle = { title: 'pages.loyaltyProgram.title' }

export default function LoyaltyProgram() {
  return <ComingPage name="loyaltyProgram" icon="award" />
}
