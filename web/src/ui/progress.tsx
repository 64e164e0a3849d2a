import { cx } from './cx.ts'

type Props = {
  /** From 0 to 1. */
  value: number
  /** What it measures; the figure itself is written beside it. */
  label: string
  tone?: 'brass' | 'positive' | 'warning' | 'time'
  thin?: boolean
}

/** The chip edge: the one kind of progress in the house. */
export function Progress({ value, label, tone, thin }: Props) {
  return (
    <progress
      className={cx('edge', tone && `edge-${tone}`, thin && 'edge-thin')}
      value={value}
      max={1}
      aria-label={label}
    />
  )
}
