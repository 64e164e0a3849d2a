import { Outlet } from 'react-router'
import { PageLoader } from '../site/page-loader.tsx'

/** Nothing around the game but what its own page draws: head, meter, stage. */
export default function GameLayout() {
  return (
    <>
      <PageLoader />
      <Outlet />
    </>
  )
}
