import type { MethodKind } from '@croupier/contract/cashier'
import type { WireMoney } from '@croupier/contract/money'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { Fee } from './amount-rules.ts'
import { methodIcons, useMethodWords } from './method-words.ts'

type Method = {
  sysname: string
  kind: MethodKind
  title: string | null
  min: WireMoney
  max: WireMoney
  fee: Fee
  minutes: number
  is_open: boolean
}

type Props = {
  methods: readonly Method[]
  /** Of the chosen one. */
  value: string | null
  onChange: (sysname: string) => void
  /** Names the group. */
  label: string
}

/** Ways to pay, one of which is chosen. One whose provider is away stays in view and says so. */
export function MethodCards({ methods, value, onChange, label }: Props) {
  const t = useTranslations('cashier')
  const words = useMethodWords()
  const group = useId()
  return (
    <fieldset className="methods">
      <legend className="sr">{label}</legend>
      {methods.map((method) => {
        const { sysname, kind, min, max, fee, minutes, is_open } = method
        const about = `${group}-${sysname}`
        return (
          <label key={sysname} className="method">
            <input
              className="sr"
              type="radio"
              name={group}
              value={sysname}
              checked={sysname === value}
              disabled={!is_open}
              aria-describedby={about}
              onChange={() => onChange(sysname)}
            />
            <span className="method-icon">
              <Icon name={methodIcons[kind]} />
            </span>
            <span className="method-text">
              <b>{words.name(method)}</b>
              <small id={about}>
                {is_open ? (
                  <>
                    {words.time(minutes)} · {words.range({ min, max })}
                    <span className="method-fee-inside">
                      {' · '}
                      <span>{words.fee(fee)}</span>
                    </span>
                  </>
                ) : (
                  t('methodAway')
                )}
              </small>
            </span>
            {is_open && (
              <span className="method-fee" aria-hidden="true">
                {words.fee(fee)}
              </span>
            )}
            <span className="method-tick" aria-hidden="true">
              <Icon name="check" />
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

/** Above the fields of a payment. */
export function MethodHead({ name, secured }: { name: string; secured: string }) {
  return (
    <header className="cash-head">
      <h2>{name}</h2>
      <Tag icon="lock">{secured}</Tag>
    </header>
  )
}
