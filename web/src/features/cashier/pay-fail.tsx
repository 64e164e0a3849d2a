import { useParams } from 'react-router'
import { SystemPage } from '../../site/system-page.tsx'

export const handle = { title: 'system.payFail.header', isIndexed: false }

export default function PayFail() {
  return <SystemPage kind="payFail" path={useParams().transaction} />
}
