import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { Logo } from '../site/logo.tsx'
import { PageLoader } from '../site/page-loader.tsx'

/** The logo and one thing: forms in a frame, maintenance, forbidden. */
export function EmptyFrame({ children }: { children: ReactNode }) {
  return (
    <div className="empty-frame">
      <PageLoader />
      <header>
        <Logo />
      </header>
      <main id="content" className="empty-main">
        {children}
      </main>
    </div>
  )
}

export default function EmptyLayout() {
  return (
    <EmptyFrame>
      <Outlet />
    </EmptyFrame>
  )
}
