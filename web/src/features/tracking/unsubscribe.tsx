import { SystemPage } from '../../site/system-page.tsx'

export const handle = { title: 'system.unsubscribe.header', isIndexed: false }

export default function Unsubscribe() {
  return <SystemPage kind="unsubscribe" />
}
