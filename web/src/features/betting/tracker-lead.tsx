import type { ReactNode } from 'react'
import { leadPath } from './tracker-rules.ts'

const size = { width: 600, height: 90 }

type Props = {
  label: string
  moments: readonly { at: number; lead: number }[]
  /** Where the picture ends: the whole match, or what was played of it. */
  end: number
  home: string
  away: string
  /** Drawn over the line, in places of the picture. */
  children?: (place: (at: number) => { x: number; height: number }) => ReactNode
}

/** Who was ahead, and by how much, over the match. */
export function LeadPicture({ label, moments, end, home, away, children }: Props) {
  const { path, most } = leadPath(moments, size, end)
  const middle = size.height / 2
  const place = (at: number) => ({ x: (size.width * at) / Math.max(end, 1), height: size.height })
  return (
    <figure className="lead">
      <svg viewBox={`-4 -8 ${size.width + 8} ${size.height + 16}`} role="img" aria-label={label}>
        <path className="tracker-axis" d={`M0 ${middle}H${size.width}`} />
        <path className="lead-area" d={`${path}V${middle}Z`} />
        <path className="lead-line" d={path} />
        {children?.(place)}
      </svg>
      <figcaption aria-hidden="true">
        <span>
          <i className="key-home" />
          <bdi>{home}</bdi>
        </span>
        <span className="num">±{most}</span>
        <span>
          <i className="key-away" />
          <bdi>{away}</bdi>
        </span>
      </figcaption>
    </figure>
  )
}
