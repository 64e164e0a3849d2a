import { SystemPage } from '../../site/system-page.tsx'

export const handle = { title: 'system.payNewWindow.header', isIndexed: false }

export default function PayNewWindow() {
  return <SystemPage kind="payNewWindow" />
}
