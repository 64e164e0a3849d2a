import { el } from '../../../stage/dom.ts'
import type { Stage } from '../../../stage/game-client.ts'
import type { MoveName, View } from '../math.ts'
import { strategy } from '../strategy.ts'

/** The move of the book, which the stated return is reckoned with; null where there is nothing to choose. */
export const bookMove = (view: View): MoveName | null => (view.moves.length > 0 ? strategy(view).move : null)

/** A switch, off until it is wanted: the move of the book stands out among the others. It decides nothing. */
export function createHint({
  words,
  refresh,
  sound,
  isReplay,
}: Pick<Stage, 'words' | 'refresh' | 'sound' | 'isReplay'>) {
  let isOn = false
  const button = el('button', { type: 'button', class: 'bj-hint', 'aria-pressed': 'false', text: words('hint') })
  button.title = words('hint.title')
  button.hidden = isReplay
  const toggle = () => {
    isOn = !isOn
    button.setAttribute('aria-pressed', String(isOn))
    sound('click')
    refresh()
  }
  button.addEventListener('click', toggle)
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key.toLowerCase() === 'b' && !document.querySelector('dialog[open]')) toggle()
  })
  return { button, moveOf: (view: View) => (isOn ? bookMove(view) : null) }
}
