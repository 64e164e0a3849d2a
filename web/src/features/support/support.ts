import { lazy } from 'react'

/** Chat, counting and the question about it: loaded only where a visitor agreed to one of them, or has to be asked. */
export const OutsideHost = lazy(() => import('./outside-host.tsx'))
