import { el } from '../../../stage/dom.ts'
import type { GameClient, GameView, Move, Shown, Stage } from '../../../stage/game-client.ts'
import { endMsOf, msOf, type View } from '../math.ts'
import { liftoffReturns } from '../returns.ts'
import { openFeed, type Round, type TableState } from './feed.ts'
import { cashOutOf, endLine, labelOf, restedMs, sceneOf, spokenAt, takesStakes } from './flight.ts'
import { timesText } from './heights.ts'
import { createPanel } from './panel.ts'
import { proofOf, rulesOf } from './rules.ts'
import { createSky } from './sky.ts'
import './liftoff.css'

/** The amount on the button; the height itself goes with every frame. */
const amountMs = 100
const lookMs = 400
const replayMs = 3_500

const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))

export const liftoff: GameClient<View> = (stage): GameView<View> => {
  const { board, words } = stage
  const sky = createSky({ isCalm: stage.isCalm, locale: stage.locale })
  const banner = el('p', { class: 'lo-banner', role: 'status', hidden: true, text: words('reconnecting') })
  const spoken = el('p', { class: 'st-hidden', role: 'status' })
  const panel = createPanel({ words, onChange: () => stage.refresh() })
  sky.root.append(banner)
  const side = el('div', { class: 'lo-side' }, panel.hands, panel.crowd)
  const name = stage.isReplay ? 'lo is-replay' : 'lo'
  board.append(el('div', { class: name }, panel.chips, sky.root, side), spoken)

  const always: Pick<GameView<View>, 'mainWord' | 'mainIcon' | 'rules' | 'returns'> = {
    mainWord: 'fly',
    mainIcon: 'rocket',
    rules: () => rulesOf(stage),
    returns: liftoffReturns,
  }
  const watchSky = () =>
    new ResizeObserver(() => sky.resize(sky.root.clientWidth, sky.root.clientHeight)).observe(sky.root)
  watchSky()
  if (stage.isReplay) return { ...always, opening: () => null, show: replay(stage, sky) }

  let round: Round | null = null
  let own: Shown<View> | null = null
  let isLooking = false
  let isThere = true
  /** Said about money that came back without a wish: it stays until the next stake. */
  let isNews = false
  let lastAmountMs = 0
  let lastTick = 0
  let lastSpoken = 0
  let isAnimating = false

  const { clock } = openFeed(`${stage.home}/platform/stream/liftoff`, {
    onState,
    onPlayers: (players) => panel.showPlayers(players),
    onLine(isBack) {
      isThere = isBack
      banner.hidden = isBack
      sky.root.toggleAttribute('data-lost', !isBack)
      stage.refresh()
    },
  })

  const flownMs = () => (round?.starts_at == null ? 0 : clock.now() - round.starts_at)
  const leftMs = () => (round?.starts_at == null ? null : round.starts_at - clock.now())
  const isFlying = () => round?.phase === 'running' || (round?.phase === 'open' && (leftMs() ?? 1) <= 0)

  function onState(state: TableState) {
    const before = round
    round = state.round
    panel.showPlayers(state.players)
    panel.showHistory(state.history)
    const isNew = before?.id !== round?.id
    if (isNew && before && own === null) {
      // What was said about the last flight is not about this one.
      sky.mark(null)
      if (!isNews) stage.say('')
    }
    if (before?.phase !== 'running' && round?.phase === 'running' && !isNew) stage.sound('rise')
    if (before && round?.phase === 'over' && before.phase !== 'over') stage.sound(own ? 'crash' : 'stop')
    // A player who is still aboard asks what became of it; not all in the same moment.
    if (own && (round?.phase === 'over' || (isNew && before))) setTimeout(look, 100 + (performance.now() % 250))
    const opensAt = round?.phase === 'over' ? round.opens_at : null
    if (opensAt !== null) setTimeout(draw, Math.max(0, opensAt - clock.now()) + restedMs + 50)
    flyNext()
    draw()
    stage.refresh()
    void animate()
  }

  /** A wish to fly is sent when stakes are taken, never before. */
  function flyNext() {
    if (!panel.next.checked || opening() === null || !stage.isIdle()) return
    panel.next.checked = false
    void stage.play()
  }

  /** Until the server says that the round is over: it may be a moment behind the flight. */
  async function look() {
    if (isLooking) return
    isLooking = true
    while (own) {
      await stage.act({ look: true })
      if (own) await rest(lookMs)
    }
    isLooking = false
  }

  const opening = (): unknown =>
    isThere && !own && takesStakes(round, leftMs()) ? { auto: panel.auto.height() } : null

  const draw = () => sky.show(sceneOf(round, clock.now(), words))

  /** Only while something moves; a page in the background gets no frames. */
  async function animate() {
    if (isAnimating) return
    isAnimating = true
    while (round && (round.phase !== 'over' || own)) {
      await nextFrame()
      draw()
      beside()
    }
    isAnimating = false
  }

  /** What goes along with the flight: the amount on the button, the last seconds before it, what is spoken. */
  function beside() {
    const now = performance.now()
    if (now - lastAmountMs >= amountMs) {
      lastAmountMs = now
      flyNext()
      stage.refresh()
    }
    const left = leftMs()
    const second = left === null ? 0 : Math.ceil(left / 1_000)
    if (own && second !== lastTick && second > 0 && second <= 3) stage.sound('tick', second === 1 ? 1.5 : 1)
    lastTick = second
    if (!own || !isFlying()) {
      lastSpoken = 0
      return
    }
    const reached = spokenAt(flownMs())
    if (reached > lastSpoken) {
      lastSpoken = reached
      spoken.textContent = timesText(reached)
    }
    // Set in advance and passed: the server has paid it, or is about to.
    const { auto } = own.view
    if (auto !== null && flownMs() > msOf(auto) + lookMs) void look()
  }

  const moves = (now: Shown<View>): Move[] => {
    const cash = cashOutOf(now, { isUp: isFlying(), flownMs: flownMs(), leftMs: leftMs() })
    return [{ label: labelOf(stage, cash), choice: { cash: true }, key: ' ', isMain: true, isOff: cash.isOff }]
  }

  async function show(now: Shown<View>, _before: Shown<View> | null, { isInstant }: { isInstant: boolean }) {
    const { cashedAt, isReturned, auto } = now.view
    const isAboard = !now.isOver
    const wasAboard = own !== null
    own = isAboard ? now : null
    isNews = isReturned
    panel.auto.setOff(isAboard)
    if (isAboard) {
      if (isInstant) panel.auto.follow(auto)
      if (!wasAboard) {
        sky.mark(null)
        stage.say(auto === null ? words('in') : words('inAuto', { height: timesText(auto) }))
        if (!isInstant) stage.sound('chip')
      }
      void animate()
      return
    }
    if (cashedAt !== null) sky.mark(cashedAt)
    stage.say(endLine(words, now.view))
    if (!isInstant && cashedAt !== null) await stage.wait(200)
  }

  return { ...always, opening, moves, show, proof: () => proofOf(stage, round) }
}

/** A recorded flight, in a few seconds however long it was. */
function replay({ words, isCalm, say }: Stage, sky: ReturnType<typeof createSky>): GameView<View>['show'] {
  return async (now, _before, { isInstant }) => {
    const { cashedAt, point, isReturned } = now.view
    sky.mark(null)
    if (!now.isOver) {
      sky.show({ kind: 'wait', caption: words('replay') })
      return
    }
    const end = point ?? cashedAt
    const isShort = isInstant || isCalm()
    if (end !== null) {
      const wholeMs = endMsOf(end)
      const startMs = performance.now()
      for (let part = isShort ? 1 : 0; part < 1; ) {
        await nextFrame()
        part = Math.min(1, (performance.now() - startMs) / Math.min(replayMs, wholeMs))
        sky.show({ kind: 'fly', flownMs: wholeMs * part })
      }
      sky.mark(cashedAt)
      sky.show({ kind: 'over', point: end, caption: words(point === null ? 'youOff' : 'ended') })
    }
    if (end !== null || isReturned) say(endLine(words, now.view))
  }
}
