import { el } from '../../../stage/dom.ts'
import type { GameClient, GameView, Shown, Stage } from '../../../stage/game-client.ts'
import { risks, rowCounts, type View } from '../math.ts'
import { plinthReturns } from '../returns.ts'
import { drawBoard, type Space } from './board.ts'
import { choiceRow } from './choices.ts'
import { hop, hopsOf, over } from './fall.ts'
import { type Choice, rulesOf, timesOf } from './rules.ts'
import './plinth.css'

const hopMs = 150
const turboShare = 0.35
const mostKept = 8

function createChoices(words: Stage['words'], chosen: Choice, choose: (choice: Partial<Choice>) => void) {
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

export const plinth: GameClient<View> = (stage): GameView<View> => {
  const { board, words } = stage
  const chosen: Choice = { rows: 12, risk: 'medium' }
  let room: Space = { width: 0, height: 0 }
  let drawn = drawBoard(chosen.rows, chosen.risk, room)
  const place = el('div', { class: 'pl-place' }, drawn.picture)
  const last = el('ol', { class: 'pl-last', 'aria-label': words('last') })

  let landed: number | null = null
  function redraw() {
    drawn = drawBoard(chosen.rows, chosen.risk, room)
    place.replaceChildren(drawn.picture)
  }

  const choose = (choice: Partial<Choice>) => {
    Object.assign(chosen, choice)
    landed = null
    redraw()
  }
  const { rowChoice, riskChoice } = createChoices(words, chosen, choose)
  board.classList.add('pl')
  board.append(el('div', { class: 'pl-top' }, rowChoice.row, riskChoice.row), place, last)
  stage.say(words('idle'))

  /** A round that is shown again may have been played on another table. */
  function take({ rows, risk }: View) {
    if (rows === chosen.rows && risk === chosen.risk) return drawn.clear()
    Object.assign(chosen, { rows, risk })
    rowChoice.choose(rows)
    riskChoice.choose(risk)
    redraw()
  }

  const inBucket = (bucket: number) => {
    const { x, y } = drawn.layout.bucket(bucket)
    return { x, y: y + 16 }
  }

  /** The ball lies in its bucket. */
  function rest(bucket: number) {
    drawn.setBall(inBucket(bucket))
    drawn.flashBucket(bucket)
  }

  async function fall({ path }: View) {
    const ms = stage.isTurbo() ? hopMs * turboShare : hopMs
    const first = drawn.layout.ball(0, 0)
    await over(ms * 1.6, (part) => drawn.setBall(hop({ x: first.x, y: first.y - 44 }, first, part), 0))
    for (const { row, rights, next, turn, turned, isLast } of hopsOf(path)) {
      drawn.flashPeg(row, rights)
      stage.sound('bounce', 1 + (row / path.length) * 0.5)
      // Asked anew for each hop: the phone may have been turned.
      const { layout } = drawn
      const from = layout.ball(row, rights)
      const to = isLast ? inBucket(next) : layout.ball(row + 1, next)
      await over(isLast ? ms * 1.25 : ms, (part) => drawn.setBall(hop(from, to, part), turn + (turned - turn) * part))
    }
  }

  async function show(
    { view, staked, won }: Shown<View>,
    _before: Shown<View> | null,
    { isInstant }: { isInstant: boolean },
  ) {
    landed = null
    take(view)
    rowChoice.setOff(true)
    riskChoice.setOff(true)
    if (!isInstant && !stage.isCalm()) await fall(view)
    landed = view.bucket
    rest(landed)
    if (!isInstant) stage.sound(won > staked ? 'reveal' : 'stop')
    keep(view, won > staked)
    const values = { times: timesOf(view), net: stage.money(won - staked) }
    stage.say(words(won > staked ? 'resultNet' : 'result', values))
    if (!isInstant) await stage.wait(260)
    rowChoice.setOff(false)
    riskChoice.setOff(false)
  }

  function keep(view: View, isMore: boolean) {
    last.prepend(el('li', { class: isMore ? 'pl-chip pl-more' : 'pl-chip', text: timesOf(view) }))
    while (last.children.length > mostKept) last.lastElementChild?.remove()
  }

  return {
    mainWord: 'drop',
    opening: () => ({ rows: chosen.rows, risk: chosen.risk }),
    show,
    rules: () => rulesOf(stage, chosen),
    returns: plinthReturns,
    resize() {
      const { clientWidth: width, clientHeight: height } = place
      if (width === room.width && height === room.height) return
      room = { width, height }
      redraw()
      if (landed !== null) rest(landed)
    },
  }
}
