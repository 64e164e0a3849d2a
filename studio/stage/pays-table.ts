import './reels.css'
import { el } from './dom.ts'

export type PayRow = {
  name: string
  /** The symbol's place in its sheet. */
  place: number
  /** One text per column. */
  amounts: readonly string[]
}

/** What symbols pay, beside their pictures. The sheet is the custom property `--sheet` of `:root`. */
export function paysTable(columns: readonly string[], rows: readonly PayRow[]): HTMLTableElement {
  const head = el('tr', {}, el('td'), ...columns.map((text) => el('th', { scope: 'col', text })))
  const body = rows.map(({ name, place, amounts }) => {
    const symbol = el('span', { class: 'st-symbol', 'aria-hidden': 'true' })
    symbol.style.setProperty('--place', String(place))
    return el(
      'tr',
      {},
      el('th', { scope: 'row' }, el('span', {}, symbol, name)),
      ...amounts.map((text) => el('td', { text })),
    )
  })
  return el('table', { class: 'st-pays' }, el('thead', {}, head), el('tbody', {}, ...body))
}
