import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'

type Props<Value extends string> = {
  label: string
  options: readonly { value: Value; title: ReactNode; icon?: IconName }[]
  value?: Value
  defaultValue?: Value
  /** Sends the choice with the form it stands in. */
  name?: string
  onChange?: (value: Value) => void
}

/** One of a few, all in view. Plain radio buttons underneath, so it works before any script. */
export function Segmented<Value extends string>({ label, options, value, defaultValue, name, onChange }: Props<Value>) {
  const own = useId()
  return (
    <div className="seg" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            className="sr"
            type="radio"
            name={name ?? own}
            value={option.value}
            checked={value === undefined ? undefined : value === option.value}
            defaultChecked={value === undefined ? defaultValue === option.value : undefined}
            onChange={() => onChange?.(option.value)}
          />
          {option.icon && <Icon name={option.icon} size={16} />}
          {option.title}
        </label>
      ))}
    </div>
  )
}

type LinksProps = {
  label: string
  options: readonly { value: string; title: ReactNode; to: string; isCurrent: boolean }[]
}

/** The same look where each choice is a page of its own: an address one can keep. */
export function SegmentedLinks({ label, options }: LinksProps) {
  return (
    <nav className="seg" aria-label={label}>
      {options.map(({ value, title, to, isCurrent }) => (
        <Link key={value} to={to} aria-current={isCurrent ? 'page' : undefined} replace preventScrollReset>
          {title}
        </Link>
      ))}
    </nav>
  )
}
