import { ComingPage } from '../../site/coming-page.tsx'

export const handle = { title: 'pages.gamehall.title' }

export default function Gamehall() {
  return <ComingPage name="gamehall" icon="layout-grid" />
}
