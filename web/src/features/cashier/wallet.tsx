import { CashierPart } from './cashier-part.tsx'

export const handle = { title: 'cashier.wallet.title', isIndexed: false }

export default function Wallet() {
  return <CashierPart name="wallet" icon="wallet" />
}
