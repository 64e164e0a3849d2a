import { el } from './dom.ts'
import type { RuleSection } from './game-client.ts'

/** A corner without a word is no heading. */
const headCell = (text: string) => (text === '' ? el('td') : el('th', { scope: 'col', text }))

export function drawSection({ title, text = [], head, rows = [], picture }: RuleSection): HTMLElement {
  const section = el('section', { class: 'st-rule' }, el('h3', { text: title }))
  section.append(...text.map((line) => el('p', { text: line })))
  if (rows.length > 0) {
    const lines = rows.map(([first = '', ...rest]) =>
      el('tr', {}, el('th', { scope: 'row', text: first }), ...rest.map((cell) => el('td', { text: cell }))),
    )
    const heads = head ? [el('thead', {}, el('tr', {}, ...head.map(headCell)))] : []
    section.append(el('table', { class: 'st-table' }, ...heads, el('tbody', {}, ...lines)))
  }
  if (picture) section.append(el('div', { class: 'st-picture' }, picture))
  return section
}
