import { useParams } from 'react-router'
import { SystemPage } from '../../site/system-page.tsx'

export const handle = { title: 'system.payPending.header', isIndexed: false }

export default function PayPending() {
  return <SystemPage kind="payPending" path={useParams().transaction} />
}
