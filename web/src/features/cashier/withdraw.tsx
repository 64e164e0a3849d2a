import { CashierPart } from './cashier-part.tsx'

export const handle = { title: 'cashier.withdraw.title', isIndexed: false }

export default function Withdraw() {
  return <CashierPart name="withdraw" icon="wallet" />
}
