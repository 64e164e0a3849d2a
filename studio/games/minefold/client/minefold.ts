import './minefold.css'
import { el, write } from '../../../stage/dom.ts'
import type { GameView, Move, RuleSection, Shown, Stage } from '../../../stage/game-client.ts'
import { icon } from '../../../stage/icons.ts'
import { cells, lastCell, leastMines, mostMines, multiplierAt, returned, rtpOf, type View } from '../math.ts'
import { minefoldReturns } from '../returns.ts'
import { gem, mine } from './art.ts'
import { arrows, cellBeside, cellKind, side, stepsOf } from './cells.ts'

const quickMines = [1, 3, 5, 10, 24] as const

const figures = (hundredths: number) => (hundredths / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')
const times = (hundredths: number) => `×${figures(hundredths)}`

const place = (cell: number) => ({ row: Math.floor(cell / side) + 1, column: (cell % side) + 1 })

type Cell = HTMLButtonElement

const folds = () => ['top', 'right', 'bottom', 'left'].map((edge) => el('span', { class: `mf-fold is-${edge}` }))

/** The sheet of cells: one of them has the focus, arrows move it. */
function createSheet(words: Stage['words'], open: (cell: number, button: Cell) => void) {
  let focused = 12
  const buttons: Cell[] = Array.from({ length: cells }, (_, cell) => {
    const button = el(
      'button',
      { type: 'button', class: 'mf-cell', tabindex: cell === focused ? 0 : -1 },
      el('span', { class: 'mf-well' }),
      ...folds(),
    )
    button.addEventListener('click', () => open(cell, button))
    button.addEventListener('focus', () => {
      for (const [at, each] of buttons.entries()) each.tabIndex = at === cell ? 0 : -1
      focused = cell
    })
    return button
  })
  const root = el('div', { class: 'mf-sheet', role: 'group', 'aria-label': words('sheet') }, ...buttons)
  root.addEventListener('keydown', (event) => {
    if (!(event.key in arrows)) return
    event.preventDefault()
    const next = cellBeside(focused, event.key)
    if (next !== null) buttons[next]?.focus()
  })
  return {
    root,
    focus: () => buttons[focused]?.focus({ preventScroll: true }),
    openCell(cell: number, picture: Element, ...classes: string[]) {
      const button = buttons[cell]
      button?.querySelector('.mf-well')?.replaceChildren(picture)
      button?.classList.add('is-open', ...classes)
    },
    /** The whole sheet is closed again, as before a round. */
    fold() {
      for (const button of buttons) {
        button.classList.remove('is-open', 'is-mine', 'is-hit', 'is-shown', 'is-asked')
        button.querySelector('.mf-well')?.replaceChildren()
      }
      root.classList.remove('is-over')
    },
    nameCells(view: View | null, isOpen: boolean) {
      for (const [cell, button] of buttons.entries()) {
        const kind = cellKind(view, cell)
        button.setAttribute('aria-label', words(`cell.${kind}`, place(cell)))
        if (isOpen && kind !== 'gem') button.removeAttribute('aria-disabled')
        else button.setAttribute('aria-disabled', 'true')
      }
    },
    end({ opened, map }: View) {
      for (const [cell, button] of buttons.entries()) {
        if (!opened.includes(cell) && map?.includes(cell) !== true) button.classList.remove('is-asked')
      }
      root.classList.add('is-over')
    },
  }
}

/** What is chosen before a round, and what a cell gives in it. */
function createPanel(words: Stage['words'], setMines: (change: (mines: number) => number) => void) {
  const count = el('b', { class: 'st-num', 'aria-live': 'polite' })
  const change = (word: string, name: 'minus' | 'plus', step: number) => {
    const button = el('button', { type: 'button', class: 'mf-step', 'aria-label': words(word) }, icon(name))
    button.addEventListener('click', () => setMines((mines) => mines + step))
    return button
  }
  const [fewer, more] = [change('fewer', 'minus', -1), change('more', 'plus', 1)]
  const quick = quickMines.map((amount) => {
    const button = el('button', { type: 'button', class: 'mf-quick', text: String(amount) })
    button.setAttribute('aria-label', words('setMines', { count: amount }))
    button.addEventListener('click', () => setMines(() => amount))
    return { amount, button }
  })
  const fact = (word: string) => {
    const [value, sum] = [el('b', { class: 'st-num' }), el('small', { class: 'st-num' })]
    return { value, sum, row: el('p', { class: 'mf-fact' }, el('span', { text: words(word) }), value, sum) }
  }
  const [current, next] = [fact('now'), fact('next')]
  const root = el(
    'div',
    { class: 'mf-panel' },
    el(
      'div',
      { class: 'mf-mines', role: 'group', 'aria-label': words('mines') },
      fewer,
      el('p', { class: 'mf-count' }, el('span', { text: words('mines') }), count),
      more,
    ),
    el('div', { class: 'mf-quicks' }, ...quick.map(({ button }) => button)),
    el('div', { class: 'mf-facts' }, current.row, next.row),
  )
  return {
    root,
    drawMines(shown: number, mines: number, isOff: boolean) {
      write(count, String(shown))
      for (const { button } of quick) button.disabled = isOff
      fewer.disabled = isOff || mines <= leastMines
      more.disabled = isOff || mines >= mostMines
      for (const { amount, button } of quick) button.setAttribute('aria-pressed', String(amount === shown))
    },
    drawSteps(steps: ReturnType<typeof stepsOf>, sumOf: (hundredths: number) => string) {
      for (const [{ value, sum }, hundredths] of [
        [current, steps.now],
        [next, steps.next],
      ] as const) {
        write(value, hundredths === null ? '—' : times(hundredths))
        write(sum, hundredths === null ? '' : sumOf(hundredths))
      }
    },
  }
}

/** One line for how the round stands. */
function lineOf({ view, stake, won, isOver }: Shown<View>, { words, money }: Stage): string {
  if (view.hit !== null) return words('hitMine', place(view.hit))
  if (isOver) {
    const isWhole = view.opened.length === lastCell(view.mines)
    return words(isWhole ? 'complete' : 'taken', { times: times(view.multiplier), amount: money(won) })
  }
  if (view.opened.length === 0) return words('begun')
  return words('safe', { times: times(view.multiplier), amount: money(returned(stake, view.multiplier)) })
}

export function minefold(stage: Stage): GameView<View> {
  const { words, money } = stage
  let mines = 3
  let now: Shown<View> | null = null
  const isOpen = () => now !== null && !now.isOver
  const sheet = createSheet(words, (cell, button) => void open(cell, button))
  const panel = createPanel(words, (change) => setMines(change(mines)))
  stage.board.append(el('div', { class: 'mf' }, el('div', { class: 'mf-place' }, sheet.root), panel.root))

  function setMines(wish: number) {
    const fit = Math.min(mostMines, Math.max(leastMines, wish))
    if (!stage.isIdle() || isOpen() || fit === mines) return
    mines = fit
    stage.sound('tick', 0.8 + mines / 30)
    if (now?.isOver) fold()
    draw()
    stage.refresh()
  }

  async function open(cell: number, button: Cell) {
    if (!stage.isIdle()) return
    if (!isOpen()) {
      stage.say(words('startFirst'))
      return
    }
    if (now?.view.opened.includes(cell)) return
    button.classList.add('is-asked')
    await stage.act({ cell })
    button.classList.remove('is-asked')
  }

  function fold() {
    now = null
    sheet.fold()
  }

  function draw() {
    const open = now && !now.isOver ? now : null
    const shown = open?.view.mines ?? mines
    const stake = open?.stake ?? stage.stake()
    panel.drawMines(shown, mines, open !== null)
    panel.drawSteps(stepsOf(shown, open?.view.opened.length ?? 0), (hundredths) => money(returned(stake, hundredths)))
    sheet.nameCells(now?.view ?? null, isOpen())
  }

  async function endSheet(view: View, isInstant: boolean) {
    const { map, hit } = view
    if (hit !== null) {
      sheet.openCell(hit, mine(), 'is-mine', 'is-hit')
      if (!isInstant) stage.sound('crash')
      if (!isInstant) await stage.wait(420)
    }
    for (const cell of map ?? []) if (cell !== hit) sheet.openCell(cell, mine(), 'is-mine', 'is-shown')
    sheet.end(view)
    if (!isInstant) await stage.wait(360)
  }

  draw()

  return {
    mainWord: 'start',
    mainIcon: 'play',
    opening: () => {
      // Any change of the stake comes by here: what a cell would give follows it.
      if (!isOpen()) draw()
      return { mines }
    },
    async show(shown, before, { isInstant }) {
      if (!before) fold()
      now = shown
      mines = shown.view.mines
      sheet.root.classList.toggle('is-instant', isInstant)
      const fresh = shown.view.opened.filter((cell) => before?.view.opened.includes(cell) !== true)
      for (const cell of fresh) sheet.openCell(cell, gem())
      draw()
      if (fresh.length > 0 && !isInstant) {
        stage.sound('reveal', 2 ** (Math.min(14, shown.view.opened.length - 1) / 12))
        await stage.wait(300)
      }
      if (shown.isOver) await endSheet(shown.view, isInstant)
      sheet.nameCells(shown.view, isOpen())
      stage.say(lineOf(shown, stage))
      const isReplay = stage.board.closest('[data-mode="replay"]') !== null
      if (!before && !shown.isOver && !isInstant && !isReplay) sheet.focus()
    },
    moves: (standing) => [cashOut(standing, stage)],
    rules: () => rulesOf(stage, mines),
    returns: minefoldReturns,
  }
}

const cashOut = ({ view, stake }: Shown<View>, { words, money }: Stage): Move => ({
  label:
    view.opened.length === 0 ? words('openOne') : words('take', { amount: money(returned(stake, view.multiplier)) }),
  choice: { cash: true },
  key: 'c',
  isMain: true,
  isOff: view.opened.length === 0,
})

function rulesOf({ words }: Stage, mines: number): RuleSection[] {
  const steps = Array.from({ length: lastCell(mines) }, (_, at) => at + 1)
  return [
    { title: words('rules.play'), text: [words('rules.play1'), words('rules.play2'), words('rules.play3')] },
    {
      title: words('rules.pays', { count: mines }),
      text: [words('rules.pays1')],
      rows: steps.map((opened) => [
        words('rules.cells', { count: opened }),
        times(multiplierAt(mines, opened)),
        `${(rtpOf(mines, opened) * 100).toFixed(2)}%`,
      ]),
    },
    { title: words('rules.keys'), text: [words('rules.keys1')] },
  ]
}
