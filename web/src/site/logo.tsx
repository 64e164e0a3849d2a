import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useShell } from '../shell.ts'

/** A chip seen from above; the diamond stands in the gap of its edge. */
export function Logo() {
  return (
    <Link className="logo" to={paths.home()}>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path
          d="M24.9 24.9a12.6 12.6 0 1 1 0-17.8"
          fill="none"
          stroke="currentColor"
          strokeWidth="5.6"
          strokeDasharray="8.6 2.4"
        />
        <path d="m25 10.2 5 5.8-5 5.8-5-5.8Z" fill="var(--c-text)" />
      </svg>
      <span>{useShell().config.site.name}</span>
    </Link>
  )
}
