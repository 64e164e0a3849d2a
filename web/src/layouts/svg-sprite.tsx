import { Outlet } from 'react-router'

/** The icons and nothing else. */
export default function SvgSpriteLayout() {
  return (
    <main id="content" className="main">
      <Outlet />
    </main>
  )
}
