import { CashierPart } from './cashier-part.tsx'

export const handle = { title: 'cashier.depositMethod.title', isIndexed: false }

export default function DepositMethod() {
  return <CashierPart name="depositMethod" icon="credit-card" />
}
