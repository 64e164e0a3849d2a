import { el } from '../../../stage/dom.ts'
import type { Stage } from '../../../stage/game-client.ts'
import type { Bet } from '../math.ts'
import { drawChip, figuresOf } from './chips.ts'
import { drawDolly, drawFelt, drawField, drawPile, placeAt } from './cloth-drawing.ts'
import { type ClothMap, mapCloth, nextPlace, type Placed } from './geometry.ts'
import { labelOf } from './names.ts'
import { listenToPress } from './press.ts'

type Hands = {
  put: (spot: string) => void
  takeOff: (spot: string) => void
  /** A digit was typed: the chip of this place in the tray. */
  chooseChip: (place: number) => void
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
}

/** The betting cloth: drawn once for each size, with a button on every place. */
export function createCloth(stage: Stage, chipWorth: () => bigint, hands: Hands) {
  const picture = el('div', { class: 'ro-picture', 'aria-hidden': 'true' })
  const chips = el('div', { class: 'ro-chips', 'aria-hidden': 'true' })
  const spots = el('div', { class: 'ro-spots', role: 'group', 'aria-label': stage.words('cloth.name') })
  const sheet = el('div', { class: 'ro-cloth' }, picture, spots, chips)
  const root = el('div', { class: 'ro-view' }, sheet)

  let map: ClothMap | null = null
  let bets: readonly Bet[] = []
  /** What came back to each bet that won; null while nothing is decided. */
  let wins: readonly Bet[] | null = null
  const buttons = new Map<string, HTMLButtonElement>()
  const cells = new Map<number, SVGElement>()
  let focused = 'straight-0'

  const placedAt = (name: string): Placed | undefined => map?.placed.find(({ spot }) => spot.name === name)

  const light = (placed: Placed | null) => {
    for (const [number, cell] of cells) cell.classList.toggle('is-lit', placed?.spot.numbers.includes(number) === true)
  }

  const label = ({ spot }: Placed) => {
    const chips = bets.find(([name]) => name === spot.name)?.[1] ?? 0
    const name = labelOf(stage.words, spot)
    return chips === 0 ? name : stage.words('spot.chips', { name, amount: stage.money(chipWorth() * BigInt(chips)) })
  }

  const focusOn = (placed: Placed) => {
    buttons.get(focused)?.setAttribute('tabindex', '-1')
    focused = placed.spot.name
    const button = buttons.get(focused)
    button?.setAttribute('tabindex', '0')
    button?.focus()
  }

  function onKey(event: KeyboardEvent, placed: Placed) {
    const way = arrows[event.key]
    if (way && map) {
      const next = nextPlace(map, placed, ...way)
      if (next) focusOn(next)
    } else if (event.key === 'Delete' || event.key === 'Backspace') hands.takeOff(placed.spot.name)
    else if (/^[1-4]$/.test(event.key)) hands.chooseChip(Number(event.key) - 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  function makeButton(placed: Placed): HTMLButtonElement {
    const { spot, touch, isField } = placed
    const button = el('button', {
      type: 'button',
      class: isField ? 'ro-spot' : 'ro-spot is-line',
      tabindex: spot.name === focused ? 0 : -1,
      'aria-label': label(placed),
    })
    placeAt(button, touch)
    listenToPress(button, { tap: () => hands.put(spot.name), hold: () => hands.takeOff(spot.name) })
    button.addEventListener('keydown', (event) => onKey(event, placed))
    button.addEventListener('pointerenter', () => light(placed))
    button.addEventListener('pointerleave', () => light(null))
    button.addEventListener('focus', () => {
      buttons.get(focused)?.setAttribute('tabindex', '-1')
      focused = spot.name
      button.setAttribute('tabindex', '0')
      light(placed)
    })
    button.addEventListener('blur', () => light(null))
    return button
  }

  function draw() {
    if (!map) return
    const { width, height, placed, isTall } = map
    sheet.style.width = `${width}px`
    sheet.style.height = `${height}px`
    cells.clear()
    const fields = placed.filter(({ isField }) => isField)
    const drawn = fields.map((field) => drawField(stage.words, field, isTall))
    for (const [at, { spot }] of fields.entries()) {
      const ground = drawn[at]?.[0]
      if (spot.kind === 'straight' && ground) cells.set(spot.numbers[0] ?? 0, ground)
    }
    picture.replaceChildren(drawFelt(map, fields, drawn.flat()))
    const hadFocus = spots.contains(document.activeElement)
    buttons.clear()
    // Numbers first: the lines between them lie above, and a screen reader hears them in this order too.
    for (const place of placed) buttons.set(place.spot.name, makeButton(place))
    spots.replaceChildren(...buttons.values())
    if (hadFocus) buttons.get(focused)?.focus()
    drawChips()
  }

  /** Where a round is decided, what won shows what it returned and the others step back. */
  function drawChips(fresh?: string) {
    const size = map?.chip ?? 0
    const worthOf = (count: number) => figuresOf(stage.money(chipWorth() * BigInt(count)))
    const piles = bets.flatMap(([name, count]) => {
      const stand = placedAt(name)?.stand
      if (!stand) return []
      const back = wins?.find(([spot]) => spot === name)?.[1] ?? 0
      const pile = drawPile(stand, size, drawChip(count, worthOf(count)))
      pile.classList.toggle('is-fresh', name === fresh)
      pile.classList.toggle('is-lost', wins !== null && back === 0)
      pile.classList.toggle('is-won', back > 0)
      if (back > 0) pile.append(el('b', { class: 'ro-back', text: worthOf(back) }))
      return [pile]
    })
    chips.replaceChildren(...piles)
    for (const place of map?.placed ?? []) buttons.get(place.spot.name)?.setAttribute('aria-label', label(place))
  }

  const dolly = drawDolly()
  let marked: number | null = null

  function mark(number: number | null) {
    marked = number
    for (const [own, cell] of cells) cell.classList.toggle('is-called', own === number)
    const placed = number === null ? undefined : placedAt(`straight-${number}`)
    if (!placed) return dolly.remove()
    const { x, y, width, height } = placed.touch
    dolly.style.left = `${x + width - 19}px`
    dolly.style.top = `${y + Math.max(-4, height / 2 - 27)}px`
    sheet.append(dolly)
  }

  return {
    root,
    resize(isTall: boolean, cellAlong: number, cellAcross: number) {
      map = mapCloth(isTall, cellAlong, cellAcross)
      draw()
      mark(marked)
    },
    setBets(next: readonly Bet[], fresh?: string) {
      bets = next
      wins = null
      drawChips(fresh)
    },
    /** The croupier's turn: the number is marked, what lost steps back, what won shows what it returned. */
    settle(number: number, paid: readonly Bet[]) {
      wins = paid
      mark(number)
      drawChips()
      const { stand } = placedAt(`straight-${number}`) ?? {}
      if (!stand || root.scrollHeight <= root.clientHeight) return
      root.scrollTo({ top: stand.y - root.clientHeight / 2, behavior: stage.isCalm() ? 'instant' : 'smooth' })
    },
    mark,
  }
}
