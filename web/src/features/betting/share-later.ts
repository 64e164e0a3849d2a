import { lazy } from 'react'

/** What a form says of its faults is large: it comes with the first pick. */
export const LazyShareSlip = lazy(() => import('./share-slip.tsx').then((module) => ({ default: module.ShareSlip })))
