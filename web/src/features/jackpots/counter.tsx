import { useFormat } from '../../i18n/format.ts'

type Money = { amount: string; currency: string }

/** A figure that changes in place: the new one fades in over the old, nothing rolls and nothing moves. */
export function Counter({ value }: { value: Money }) {
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
