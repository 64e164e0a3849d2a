import { el, write } from '../../../stage/dom.ts'
import type { GameClient, GameView, Shown, Stage } from '../../../stage/game-client.ts'
import { risks, rowCounts, type View } from '../math.ts'
import { plinthReturns } from '../returns.ts'
import { type Board, createBall, drawBoard, type Space } from './board.ts'
import { choiceRow } from './choices.ts'
import { hop, hopsOf, over } from './fall.ts'
import { type Choice, rulesOf, timesOf } from './rules.ts'
import './plinth.css'

const hopMs = 150
const turboShare = 0.35
const mostKept = 12
/** In the air beside each other, and what one press may drop. */
const mostBalls = 10
const counts = [1, 3, 5, 10] as const

type Hand = Choice & { count: number }

function createChoices(words: Stage['words'], chosen: Hand, choose: (choice: Partial<Choice>) => void) {
  const rowChoice = choiceRow({
    name: 'rows',
    label: words('rows'),
    choices: rowCounts.map((value) => ({ value, label: String(value) })),
    chosen: chosen.rows,
    onChoose: (rows) => choose({ rows }),
  })
  const riskChoice = choiceRow({
    name: 'risk',
    label: words('risk'),
    choices: risks.map((value) => ({ value, label: words(`risk.${value}`) })),
    chosen: chosen.risk,
    onChoose: (risk) => choose({ risk }),
  })
  return { rowChoice, riskChoice }
}

/** How many balls a press drops, and what they cost together. Only where a place has autoplay: a press is as many stakes. */
function createCounts({ words, money, stake, refresh, facts }: Stage, chosen: Hand) {
  const { has_autoplay: hasAutoplay, round_ms: roundMs } = facts.profile
  if (!hasAutoplay || roundMs > 0) return null
  const total = el('p', { class: 'pl-total', 'aria-live': 'polite' })
  const { row, setOff } = choiceRow({
    name: 'balls',
    label: words('balls'),
    choices: counts.map((value) => ({ value, label: String(value) })),
    chosen: 1,
    onChoose(count) {
      chosen.count = count
      refresh()
    },
  })
  const draw = () =>
    write(
      total,
      chosen.count > 1 ? words('total', { count: chosen.count, amount: money(stake() * BigInt(chosen.count)) }) : '',
    )
  return { row, setOff, total, draw }
}

type Fall = { board: () => Board; ball: ReturnType<typeof createBall>; isOver: () => boolean }

const inBucket = ({ layout }: Board, bucket: number) => {
  const { x, y } = layout.bucket(bucket)
  return { x, y: y + 16 }
}

/** One ball on its way down. The board is asked anew for each hop: the phone may have been turned. */
async function fall({ path }: View, { isTurbo, sound }: Stage, { board, ball, isOver }: Fall) {
  const ms = isTurbo() ? hopMs * turboShare : hopMs
  const first = board().layout.ball(0, 0)
  await over(ms * 1.6, (part) => ball.set(hop({ x: first.x, y: first.y - 44 }, first, part), 0))
  for (const { row, rights, next, turn, turned, isLast } of hopsOf(path)) {
    if (isOver()) return
    board().flashPeg(row, rights)
    sound('bounce', 1 + (row / path.length) * 0.5)
    const { layout } = board()
    const from = layout.ball(row, rights)
    const to = isLast ? inBucket(board(), next) : layout.ball(row + 1, next)
    await over(isLast ? ms * 1.25 : ms, (part) => ball.set(hop(from, to, part), turn + (turned - turn) * part))
  }
}

/** What the last balls were paid, the newest first. */
function createLast(words: Stage['words']) {
  const last = el('ol', { class: 'pl-last', 'aria-label': words('last') })
  return {
    last,
    keep(view: View, isMore: boolean) {
      last.prepend(el('li', { class: isMore ? 'pl-chip pl-more' : 'pl-chip', text: timesOf(view) }))
      while (last.children.length > mostKept) last.lastElementChild?.remove()
    },
  }
}

export const plinth: GameClient<View> = (stage): GameView<View> => {
  const { board, words } = stage
  const chosen: Hand = { rows: 12, risk: 'medium', count: 1 }
  let room: Space = { width: 0, height: 0 }
  let drawn = drawBoard(chosen.rows, chosen.risk, room)
  const place = el('div', { class: 'pl-place' }, drawn.picture)
  const { last, keep } = createLast(words)
  /** Balls that lie in their buckets: the last of those that fell together stay. */
  let rested: { ball: ReturnType<typeof createBall>; bucket: number }[] = []
  let falling = 0
  /** A standing that is shown at once ends the falls before it. */
  let turn = 0

  const redraw = () => {
    drawn = drawBoard(chosen.rows, chosen.risk, room)
    place.replaceChildren(drawn.picture)
    for (const { ball, bucket } of rested) ball.set(inBucket(drawn, bucket))
  }
  const clear = () => {
    for (const { ball } of rested) ball.remove()
    rested = []
    drawn.clear()
  }
  const choose = (choice: Partial<Choice>) => {
    Object.assign(chosen, choice)
    clear()
    redraw()
  }
  const { rowChoice, riskChoice } = createChoices(words, chosen, choose)
  const balls = createCounts(stage, chosen)
  const lock = (by: number) => {
    falling = Math.max(0, falling + by)
    for (const each of [rowChoice, riskChoice, balls]) each?.setOff(falling > 0)
  }
  board.classList.add('pl')
  const top = el('div', { class: 'pl-top' }, rowChoice.row, riskChoice.row, ...(balls ? [balls.row, balls.total] : []))
  board.append(top, place, last)
  stage.say(words('idle'))

  /** A round that is shown again may have been played on another table. */
  function take({ rows, risk }: View) {
    if (rows === chosen.rows && risk === chosen.risk) return
    Object.assign(chosen, { rows, risk })
    rowChoice.choose(rows)
    riskChoice.choose(risk)
    clear()
    redraw()
  }

  async function show({ view, staked, won }: Shown<View>, isInstant: boolean) {
    if (isInstant) {
      turn += 1
      clear()
    }
    const mine = turn
    take(view)
    const ball = createBall(() => drawn)
    if (!isInstant && !stage.isCalm())
      await fall(view, stage, { board: () => drawn, ball, isOver: () => mine !== turn })
    if (mine !== turn) return ball.remove()
    // One ball for each bucket is enough to see where they went.
    for (const other of rested) if (other.bucket === view.bucket) other.ball.remove()
    rested = [...rested.filter(({ bucket }) => bucket !== view.bucket), { ball, bucket: view.bucket }]
    ball.set(inBucket(drawn, view.bucket))
    drawn.flashBucket(view.bucket)
    if (!isInstant) stage.sound(won > staked ? 'reveal' : 'stop')
    keep(view, won > staked)
    const values = { times: timesOf(view), net: stage.money(won - staked) }
    stage.say(words(won > staked ? 'resultNet' : 'result', values))
    if (!isInstant) await stage.wait(260)
  }

  return {
    mainWord: 'drop',
    atOnce: { most: mostBalls, perPress: () => chosen.count },
    opening() {
      balls?.draw()
      return { rows: chosen.rows, risk: chosen.risk }
    },
    called() {
      if (falling === 0) clear()
      lock(1)
    },
    calledOff: () => lock(-1),
    async show(now, _before, { isInstant }) {
      await show(now, isInstant)
      lock(-1)
    },
    rules: () => rulesOf(stage, chosen),
    returns: plinthReturns,
    resize() {
      const { clientWidth: width, clientHeight: height } = place
      if (width === room.width && height === room.height) return
      room = { width, height }
      redraw()
    },
  }
}
