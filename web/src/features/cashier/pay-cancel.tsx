import { SystemPage } from '../../site/system-page.tsx'

export const handle = { title: 'system.payCancel.header', isIndexed: false }

export default function PayCancel() {
  return <SystemPage kind="payCancel" />
}
