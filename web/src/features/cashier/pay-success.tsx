import { useParams } from 'react-router'
import { SystemPage } from '../../site/system-page.tsx'

export const handle = { title: 'system.paySuccess.header', isIndexed: false }

export default function PaySuccess() {
  return <SystemPage kind="paySuccess" path={useParams().transaction} />
}
