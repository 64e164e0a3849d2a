import './minefold.css'
import { el, write } from '../../../stage/dom.ts'
import type { GameView, RuleSection, Shown, Stage } from '../../../stage/game-client.ts'
import { icon } from '../../../stage/icons.ts'
import { cells, lastCell, leastMines, mostMines, multiplierAt, returned, rtpOf, type View } from '../math.ts'
import { gem, mine } from './art.ts'

const side = 5
const quickMines = [1, 3, 5, 10, 24] as const

const figures = (hundredths: number) => (hundredths / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')
const times = (hundredths: number) => `×${figures(hundredths)}`

export function minefold(stage: Stage): GameView<View> {
  const { words, money } = stage
  let mines = 3
  let now: Shown<View> | null = null
  let focused = 12

  // ---------- The sheet ----------
  const folds = () => ['top', 'right', 'bottom', 'left'].map((edge) => el('span', { class: `mf-fold is-${edge}` }))
  const buttons = Array.from({ length: cells }, (_, cell) => {
    const button = el(
      'button',
      { type: 'button', class: 'mf-cell', tabindex: cell === focused ? 0 : -1 },
      el('span', { class: 'mf-well' }),
      ...folds(),
    )
    button.addEventListener('click', () => void open(cell))
    button.addEventListener('focus', () => focusOn(cell))
    return button
  })
  const sheet = el('div', { class: 'mf-sheet', role: 'group', 'aria-label': words('sheet') }, ...buttons)
  sheet.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -side, ArrowDown: side }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const column = (focused % side) + (Math.abs(step) === 1 ? step : 0)
    const next = focused + step
    if (column < 0 || column >= side || next < 0 || next >= cells) return
    buttons[next]?.focus()
  })

  const focusOn = (cell: number) => {
    for (const [at, button] of buttons.entries()) button.tabIndex = at === cell ? 0 : -1
    focused = cell
  }
  const place = (cell: number) => ({ row: Math.floor(cell / side) + 1, column: (cell % side) + 1 })

  // ---------- What is chosen before a round ----------
  const count = el('b', { class: 'st-num', 'aria-live': 'polite' })
  const change = (word: string, name: 'minus' | 'plus', step: number) => {
    const button = el('button', { type: 'button', class: 'mf-step', 'aria-label': words(word) }, icon(name))
    button.addEventListener('click', () => setMines(mines + step))
    return button
  }
  const [fewer, more] = [change('fewer', 'minus', -1), change('more', 'plus', 1)]
  const quick = quickMines.map((amount) => {
    const button = el('button', { type: 'button', class: 'mf-quick', text: String(amount) })
    button.setAttribute('aria-label', words('setMines', { count: amount }))
    button.addEventListener('click', () => setMines(amount))
    return { amount, button }
  })
  const fact = (word: string) => {
    const [value, sum] = [el('b', { class: 'st-num' }), el('small', { class: 'st-num' })]
    return { value, sum, row: el('p', { class: 'mf-fact' }, el('span', { text: words(word) }), value, sum) }
  }
  const [current, next] = [fact('now'), fact('next')]
  const panel = el(
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
  stage.board.append(el('div', { class: 'mf' }, el('div', { class: 'mf-place' }, sheet), panel))

  const isOpen = () => now !== null && !now.isOver

  function setMines(wish: number) {
    const fit = Math.min(mostMines, Math.max(leastMines, wish))
    if (!stage.isIdle() || isOpen() || fit === mines) return
    mines = fit
    stage.sound('tick', 0.8 + mines / 30)
    if (now?.isOver) fold()
    draw()
    stage.refresh()
  }

  async function open(cell: number) {
    if (!stage.isIdle()) return
    if (!isOpen()) {
      stage.say(words('startFirst'))
      return
    }
    if (now?.view.opened.includes(cell)) return
    buttons[cell]?.classList.add('is-asked')
    await stage.act({ cell })
    buttons[cell]?.classList.remove('is-asked')
  }

  /** The whole sheet is closed again, as before a round. */
  function fold() {
    now = null
    for (const button of buttons) {
      button.classList.remove('is-open', 'is-mine', 'is-hit', 'is-shown', 'is-asked')
      button.querySelector('.mf-well')?.replaceChildren()
    }
    sheet.classList.remove('is-over')
  }

  function nameCells(view: View | null) {
    for (const [cell, button] of buttons.entries()) {
      const isGem = view?.opened.includes(cell) === true
      const isMine = view?.map?.includes(cell) === true
      const word = isGem ? 'cell.gem' : isMine ? 'cell.mine' : 'cell.closed'
      button.setAttribute('aria-label', words(word, place(cell)))
      if (isOpen() && !isGem) button.removeAttribute('aria-disabled')
      else button.setAttribute('aria-disabled', 'true')
    }
  }

  function draw() {
    const view = now && !now.isOver ? now.view : null
    const shown = view?.mines ?? mines
    write(count, String(shown))
    const isOff = isOpen()
    for (const button of [fewer, more, ...quick.map(({ button }) => button)]) button.disabled = isOff
    fewer.disabled ||= mines <= leastMines
    more.disabled ||= mines >= mostMines
    for (const { amount, button } of quick) button.setAttribute('aria-pressed', String(amount === shown))
    const stake = now && !now.isOver ? now.stake : stage.stake()
    const opened = view?.opened.length ?? 0
    const at = opened === 0 ? null : multiplierAt(shown, opened)
    const after = opened < lastCell(shown) ? multiplierAt(shown, opened + 1) : null
    write(current.value, at === null ? '—' : times(at))
    write(current.sum, at === null ? '' : money(returned(stake, at)))
    write(next.value, after === null ? '—' : times(after))
    write(next.sum, after === null ? '' : money(returned(stake, after)))
    nameCells(now?.view ?? null)
  }

  function openCell(cell: number, picture: Element, ...classes: string[]) {
    const button = buttons[cell]
    button?.querySelector('.mf-well')?.replaceChildren(picture)
    button?.classList.add('is-open', ...classes)
  }

  async function endSheet({ map, hit, opened }: View, isInstant: boolean) {
    if (hit !== null) {
      openCell(hit, mine(), 'is-mine', 'is-hit')
      if (!isInstant) stage.sound('crash')
      if (!isInstant) await stage.wait(420)
    }
    for (const cell of map ?? []) if (cell !== hit) openCell(cell, mine(), 'is-mine', 'is-shown')
    for (const [cell, button] of buttons.entries()) {
      if (!opened.includes(cell) && map?.includes(cell) !== true) button.classList.remove('is-asked')
    }
    sheet.classList.add('is-over')
    if (!isInstant) await stage.wait(360)
  }

  function sayHow({ view, stake, won, isOver }: Shown<View>) {
    if (view.hit !== null) return words('hitMine', place(view.hit))
    if (isOver) {
      const isWhole = view.opened.length === lastCell(view.mines)
      return words(isWhole ? 'complete' : 'taken', { times: times(view.multiplier), amount: money(won) })
    }
    if (view.opened.length === 0) return words('begun')
    return words('safe', { times: times(view.multiplier), amount: money(returned(stake, view.multiplier)) })
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
      sheet.classList.toggle('is-instant', isInstant)
      const fresh = shown.view.opened.filter((cell) => before?.view.opened.includes(cell) !== true)
      for (const cell of fresh) openCell(cell, gem())
      draw()
      if (fresh.length > 0 && !isInstant) {
        stage.sound('reveal', 2 ** (Math.min(14, shown.view.opened.length - 1) / 12))
        await stage.wait(300)
      }
      if (shown.isOver) await endSheet(shown.view, isInstant)
      nameCells(shown.view)
      stage.say(sayHow(shown))
      const isReplay = stage.board.closest('[data-mode="replay"]') !== null
      if (!before && !shown.isOver && !isInstant && !isReplay) buttons[focused]?.focus({ preventScroll: true })
    },
    moves: (standing) => [
      {
        label:
          standing.view.opened.length === 0
            ? words('openOne')
            : words('take', { amount: money(returned(standing.stake, standing.view.multiplier)) }),
        choice: { cash: true },
        key: 'c',
        isMain: true,
        isOff: standing.view.opened.length === 0,
      },
    ],
    rules: () => rulesOf(stage, mines),
  }
}

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
