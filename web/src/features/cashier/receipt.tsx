import { CashierPart } from './cashier-part.tsx'

export const handle = { title: 'cashier.receipt.title', isIndexed: false }

export default function Receipt() {
  return <CashierPart name="receipt" icon="receipt-text" />
}
