import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'

export type SummaryLine = { label: ReactNode; value: ReactNode; isTotal?: boolean }

/** What is paid, what it costs, what arrives. Every line keeps its place, so that nothing jumps while one types. */
export function AmountSummary({ lines }: { lines: readonly SummaryLine[] }) {
  return (
    <dl className="sum-lines">
      {lines.map(({ label, value, isTotal }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are never moved
        <div key={at} className={cx(isTotal && 'sum-total')}>
          <dt>{label}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
