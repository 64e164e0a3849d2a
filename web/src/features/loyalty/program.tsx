import { ComingPage } from '../../site/coming-page.tsx'

export const handle = { title: 'pages.loyaltyProgram.title', isIndexed: false }

export default function LoyaltyProgram() {
  return <ComingPage name="loyaltyProgram" icon="award" />
}
