import { ComingPage } from '../../site/coming-page.tsx'

export const handle = { title: 'pages.winners.title' }

export default function Winners() {
  return <ComingPage name="winners" icon="crown" />
}
