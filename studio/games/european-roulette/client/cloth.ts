import { el, svg } from '../../../stage/dom.ts'
import type { Stage } from '../../../stage/game-client.ts'
import type { Bet } from '../math.ts'
import { colourOf, type Spot } from '../spots.ts'
import { drawChip, figuresOf } from './chips.ts'
import { type ClothMap, mapCloth, nextPlace, type Placed } from './geometry.ts'
import { labelOf } from './names.ts'

type Hands = {
  put: (spot: string) => void
  takeOff: (spot: string) => void
  /** A digit was typed: the chip of this place in the tray. */
  chooseChip: (place: number) => void
}

const longPressMs = 480

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
}

/** What is written on a field. */
function fieldText(words: Stage['words'], { kind, numbers }: Spot): string {
  const [first = 0] = numbers
  if (kind === 'straight') return String(first)
  if (kind === 'column') return words('cloth.column')
  if (kind === 'dozen' || kind === 'low' || kind === 'high') return `${first}–${numbers.at(-1)}`
  return words(`cloth.${kind}`)
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
    button.style.left = `${touch.x}px`
    button.style.top = `${touch.y}px`
    button.style.width = `${touch.width}px`
    button.style.height = `${touch.height}px`
    let pressed = 0
    let isLong = false
    const release = () => clearTimeout(pressed)
    button.addEventListener('pointerdown', ({ pointerType }) => {
      isLong = false
      if (pointerType === 'mouse') return
      pressed = window.setTimeout(() => {
        isLong = true
        hands.takeOff(spot.name)
      }, longPressMs)
    })
    for (const type of ['pointerup', 'pointercancel', 'pointerleave'] as const) button.addEventListener(type, release)
    button.addEventListener('click', () => {
      // The lift of a finger that has already taken the chips off.
      if (isLong) isLong = false
      else hands.put(spot.name)
    })
    button.addEventListener('contextmenu', (event) => {
      event.preventDefault()
      if (!isLong) hands.takeOff(spot.name)
    })
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

  /** One field: its ground, its colour, its word. */
  function drawField({ spot, touch: { x, y, width, height } }: Placed): SVGElement[] {
    const inset = spot.kind === 'straight' ? Math.min(5, width * 0.07) : 3
    const [first = 0] = spot.numbers
    const colour = spot.kind === 'straight' ? colourOf(first) : 'felt'
    const ground = svg('rect', {
      x: x + inset,
      y: y + inset,
      width: width - inset * 2,
      height: height - inset * 2,
      rx: Math.min(8, height * 0.2),
      class: `ro-field is-${colour}`,
    })
    if (spot.kind === 'straight') cells.set(first, ground)
    const [left, top] = [x + width / 2, y + height / 2]
    if (spot.kind === 'red' || spot.kind === 'black') {
      const [a, b] = [Math.min(26, width * 0.36), Math.min(15, height * 0.34)]
      return [
        ground,
        svg('path', {
          d: `M${left - a} ${top}L${left} ${top - b}L${left + a} ${top}L${left} ${top + b}Z`,
          class: `ro-diamond is-${spot.kind}`,
        }),
      ]
    }
    const words = fieldText(stage.words, spot)
    const isNumber = spot.kind === 'straight'
    const room = map?.isTall && !isNumber && height > width * 1.4 ? height : width
    const across = room === width ? height : width
    const size = Math.min(isNumber ? 22 : 15, across * 0.46, (room * 1.5) / Math.max(2, words.length))
    const text = svg('text', {
      class: isNumber ? 'ro-number' : 'ro-word',
      'font-size': size.toFixed(1),
      transform: `translate(${left} ${top})${room === width ? '' : ' rotate(-90)'}`,
    })
    text.textContent = words
    return [ground, text]
  }

  function draw() {
    if (!map) return
    const { width, height, placed } = map
    sheet.style.width = `${width}px`
    sheet.style.height = `${height}px`
    cells.clear()
    const fields = placed.filter(({ isField }) => isField)
    const lines = fields.map(({ touch: { x, y, width, height } }) =>
      svg('rect', { x, y, width, height, class: 'ro-cell' }),
    )
    const edge = svg('path', { d: `M${map.outline.map(({ x, y }) => `${x} ${y}`).join('L')}Z`, class: 'ro-felt' })
    const light = svg(
      'radialGradient',
      { id: 'ro-felt', cx: 0.5, cy: 0.3, r: 0.9 },
      svg('stop', { offset: 0, 'stop-color': '#177a5c' }),
      svg('stop', { offset: 0.5, 'stop-color': '#0f5a43' }),
      svg('stop', { offset: 1, 'stop-color': '#0a4030' }),
    )
    picture.replaceChildren(
      svg(
        'svg',
        { viewBox: `0 0 ${width} ${height}`, width, height },
        light,
        edge,
        ...lines,
        ...fields.flatMap(drawField),
      ),
    )
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
    const piles = bets.flatMap(([name, count]) => {
      const stand = placedAt(name)?.stand
      if (!stand) return []
      const back = wins?.find(([spot]) => spot === name)?.[1] ?? 0
      const pile = el('div', { class: 'ro-pile' }, drawChip(count, figuresOf(stage.money(chipWorth() * BigInt(count)))))
      pile.style.left = `${stand.x - size / 2}px`
      pile.style.top = `${stand.y - size / 2}px`
      pile.style.width = `${size}px`
      pile.classList.toggle('is-fresh', name === fresh)
      pile.classList.toggle('is-lost', wins !== null && back === 0)
      pile.classList.toggle('is-won', back > 0)
      if (back > 0)
        pile.append(el('b', { class: 'ro-back', text: `${figuresOf(stage.money(chipWorth() * BigInt(back)))}` }))
      return [pile]
    })
    chips.replaceChildren(...piles)
    for (const place of map?.placed ?? []) buttons.get(place.spot.name)?.setAttribute('aria-label', label(place))
  }

  const dolly = svg(
    'svg',
    { viewBox: '0 0 24 30', class: 'ro-dolly', 'aria-hidden': 'true' },
    svg('ellipse', { cx: 12, cy: 27, rx: 8, ry: 2.5, class: 'ro-dolly-shade' }),
    svg('path', { d: 'M5 25C5 19 9 18 9.5 12A5 5 0 1 1 14.5 12C15 18 19 19 19 25Z', class: 'ro-dolly-body' }),
    svg('path', { d: 'M10 7A3 3 0 0 1 12 5', class: 'ro-dolly-light' }),
  )
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
