import { el, svg } from '../../../stage/dom.ts'
import type { Stage } from '../../../stage/game-client.ts'
import { chipUnits } from './bets.ts'
import { drawChip, figuresOf } from './chips.ts'

type TrayHands = { choose: (place: number) => void; undo: () => void; again: () => void; clear: () => void }

/** Lucide (ISC): undo-2, copy-plus, rotate-ccw, trash-2. */
const icons = {
  undo: 'M9 14L4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11',
  double:
    'M15 12v6m-3-3h6M8 10a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2zM4 16a2 2 0 0 1-2-2V4c0-1.1.9-2 2-2h10a2 2 0 0 1 2 2',
  rebet: 'M3 12a9 9 0 1 0 9-9a9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5',
  clear: 'M10 11v6m4-6v6m5-11v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M3 6h18M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2',
} as const

const drawIcon = (name: keyof typeof icons) =>
  svg('svg', { viewBox: '0 0 24 24', class: 'ro-icon', 'aria-hidden': 'true' }, svg('path', { d: icons[name] }))

/** The chips to choose from, and the hands of the player: back, once more, off. */
export function createTray({ words, money }: Stage, unit: bigint, hands: TrayHands) {
  const chips = chipUnits.map((units, place) => {
    const amount = money(unit * BigInt(units))
    const button = el(
      'button',
      { type: 'button', class: 'ro-choice', role: 'radio', 'aria-label': words('tray.chip', { amount }) },
      drawChip(units, figuresOf(amount)),
    )
    button.addEventListener('click', () => hands.choose(place))
    button.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
      if (step === undefined) return
      event.preventDefault()
      event.stopPropagation()
      const next = (place + step + chipUnits.length) % chipUnits.length
      hands.choose(next)
      chips[next]?.focus()
    })
    return button
  })
  const action = (name: keyof typeof icons, act: () => void) => {
    const label = words(`tray.${name}`)
    const button = el(
      'button',
      { type: 'button', class: 'ro-action', 'aria-label': label, title: label },
      drawIcon(name),
      el('span', { text: label }),
    )
    button.addEventListener('click', () => {
      if (button.getAttribute('aria-disabled') !== 'true') act()
    })
    return button
  }
  const undo = action('undo', hands.undo)
  const double = action('double', hands.again)
  const rebet = action('rebet', hands.again)
  const clear = action('clear', hands.clear)
  const root = el(
    'div',
    { class: 'ro-tray' },
    el('div', { class: 'ro-choices', role: 'radiogroup', 'aria-label': words('tray.name') }, ...chips),
    el('div', { class: 'ro-actions' }, undo, rebet, double, clear),
  )

  return {
    root,
    /** `again` is the last bet while nothing stands on the cloth, the double of it otherwise. */
    draw(look: { chosen: number; isEmpty: boolean; canUndo: boolean; canAgain: boolean; isOff: boolean }) {
      for (const [place, chip] of chips.entries()) {
        chip.setAttribute('aria-checked', String(place === look.chosen))
        chip.setAttribute('tabindex', place === look.chosen ? '0' : '-1')
      }
      const turn = (button: HTMLButtonElement, isOn: boolean) =>
        button.setAttribute('aria-disabled', String(!isOn || look.isOff))
      rebet.hidden = !look.isEmpty
      double.hidden = look.isEmpty
      turn(undo, look.canUndo)
      turn(rebet, look.canAgain)
      turn(double, look.canAgain)
      turn(clear, !look.isEmpty)
    },
  }
}
