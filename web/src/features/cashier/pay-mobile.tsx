import { SystemPage } from '../../site/system-page.tsx'

export const handle = { title: 'system.payMobile.header', isIndexed: false }

export default function PayMobile() {
  return <SystemPage kind="payMobile" />
}
