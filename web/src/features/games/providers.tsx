import { ComingPage } from '../../site/coming-page.tsx'

export const handle = { title: 'pages.providers.title' }

export default function Providers() {
  return <ComingPage name="providers" icon="layers" />
}
