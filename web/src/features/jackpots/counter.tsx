import type { WireMoney } from '@croupier/contract/money'
import { useFormat } from '../../i18n/format.ts'

/** A figure that changes in place: the new one fades in over the old, nothing rolls and nothing moves. */
export function Counter({ value }: { value: WireMoney }) {
  const format = useFormat()
  const text = format.money(value)
  return (
    <span className="counter num" style={{ minInlineSize: `${text.length}ch` }}>
      <span key={text} className="counter-now">
        {text}
      </span>
    </span>
  )
}
