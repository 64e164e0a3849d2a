import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

export type Step = { title: ReactNode; state: 'done' | 'current' | 'later' }

type Props = {
  label: string
  steps: readonly Step[]
  /** "2 of 3": on a phone only the current step has words. */
  place: string
}

/** Where something stands that takes several steps. */
export function Steps({ label, steps, place }: Props) {
  return (
    <ol className="steps" aria-label={label}>
      {steps.map(({ title, state }, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are never moved
          key={at}
          className={cx(state === 'done' && 'is-done')}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          <span className="steps-pip" aria-hidden="true">
            {state === 'done' ? <Icon name="check" size={12} /> : at + 1}
          </span>
          <span className="steps-word">{title}</span>
        </li>
      ))}
      <li className="steps-place" aria-hidden="true">
        {place}
      </li>
    </ol>
  )
}
