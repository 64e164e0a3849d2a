import { CashierPart } from './cashier-part.tsx'

export const handle = { title: 'cashier.deposit.title', isIndexed: false }

export default function Deposit() {
  return <CashierPart name="deposit" icon="credit-card" />
}
