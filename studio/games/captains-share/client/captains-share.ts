import './captains-share.css'
import { createCancellableShows, type Until } from '../../../stage/cancellable-shows.ts'
import type { GameView, Shown, Stage } from '../../../stage/game-client.ts'
import { createReels } from '../../../stage/reels.ts'
import { createSkip } from '../../../stage/skip.ts'
import sheet from '../art/symbols.webp'
import { mostSpins, rows, type Spin, strips, type View } from '../math.ts'
import { buildCabinet } from './cabinet.ts'
import { layoutOf } from './layout.ts'
import { faces, rulesOf } from './rules.ts'
import { timingOf, winMs } from './timing.ts'
import { amountOf, netText, summaryOf, winsOf } from './wins.ts'

const start = [6, 25, 10, 16, 16]
const introMs = 2_800
const moreMs = 1_500
const totalMs = 2_400
const bigMs = 2_200
const look = {
  sheet,
  faces,
  strips,
  rows,
  gap: 3,
  bounce: 0.12,
  speed: 30,
  line: { colour: 0xffd873, edge: 0x1b0a02, isThrough: false },
  glow: 0xffd873,
}
/** A gain of more than so many stakes is told on a card; demo rounds leave it at the line. */
const bigFrom = 10n

export async function captainsShare(stage: Stage): Promise<GameView<View>> {
  const { board, words, money, facts } = stage
  const cabinet = buildCabinet(words, facts.mode === 'real')
  board.append(cabinet.ground)
  document.documentElement.style.setProperty('--sheet', `url("${sheet}")`)
  const reels = await createReels(cabinet.place, { ...look, isCalm: stage.isCalm })
  const skip = createSkip(stage)
  const shows = createCancellableShows()
  /** Where the rules of a place forbid to hurry a spin, a tap ends only what is told after it. */
  const mayHurry = facts.profile.has_turbo
  let last: readonly number[] = start
  let isTurning = false
  let isEndWanted = false
  reels.set(last)
  cabinet.end.addEventListener('click', () => {
    isEndWanted = true
    reels.hurry()
  })

  const turn = () => {
    isTurning = true
    cabinet.fill([])
    cabinet.say({})
    stage.sound('spin')
    reels.start()
  }

  const cardFor = async (until: Until, text: { title: string; figure: string; text: string }, ms: number) => {
    skip.again()
    cabinet.showCard(text)
    await until(skip.pause(ms))
    cabinet.showCard(null)
    skip.again()
  }

  const turnTo = async (until: Until, spin: Spin, isFree: boolean, hasRoom: boolean) => {
    if (!isTurning) turn()
    const pace = stage.isTurbo() ? 'turbo' : isFree ? 'free' : 'paid'
    const { stopMs, awaited } = timingOf(spin, pace, hasRoom)
    let compasses = 0
    const stopped = reels.stop(spin.stops, stopMs, (reel) => {
      const isCompass = spin.grid[reel]?.includes('compass') === true
      if (isCompass) compasses += 1
      stage.sound(isCompass ? 'reveal' : 'stop', 1 + (isCompass ? compasses * 0.12 : reel * 0.04))
      const isAwaited = awaited[reel + 1] === true && !skip.isWanted()
      reels.heat(isAwaited ? reel + 1 : null)
      if (isAwaited) stage.sound('rise', 1 + reel * 0.12)
    })
    await until(stopped)
    isTurning = false
    last = spin.stops
    if (spin.filled.length > 0) {
      cover(spin)
      stage.sound('reveal', 0.8)
      await until(skip.pause(520))
    }
  }

  const cover = ({ filled }: Spin) => {
    cabinet.fill(filled)
    reels.cover(filled, 'skull')
  }

  /** All that pays at once, as it stays. */
  const lightAll = (spin: Spin) => {
    const wins = winsOf(spin, words)
    reels.light(wins.length > 0 ? wins.flatMap(({ cells }) => cells) : null)
    reels.trace(wins.flatMap(({ path }) => path))
  }

  const tellWins = async (until: Until, spin: Spin, now: Shown<View>) => {
    const wins = winsOf(spin, words)
    if (wins.length === 0) return
    if (!stage.isTurbo() && wins.length > 1) {
      for (const [place, { cells, path, text, times }] of wins.entries()) {
        if (skip.isWanted() || isEndWanted) break
        reels.light(cells)
        reels.trace(path)
        cabinet.say({ pays: text, amount: money(amountOf(times, now.stake)) })
        // A return that is no gain is told, and not sung.
        if (now.won > now.staked) stage.sound('tick', 1 + place * 0.05)
        await until(skip.pause(winMs(wins.length)))
      }
    }
    lightAll(spin)
  }

  const playFree = async (until: Until, now: Shown<View>) => {
    const [paid, ...free] = now.view.spins
    let given = paid?.scatter?.spins ?? 0
    let total = 0
    const sayFree = (place: number) =>
      cabinet.sayFree(
        {
          count: place === 0 ? words('free.spins', { count: given }) : words('free.count', { place, count: given }),
          total: place === 0 ? '' : money(amountOf(total, now.stake)),
        },
        mayHurry,
      )
    sayFree(0)
    stage.sound('win')
    await cardFor(until, { title: words('free.won'), figure: String(given), text: words('free.how') }, introMs)
    for (const [place, spin] of free.entries()) {
      if (isEndWanted) break
      skip.begin(() => mayHurry && reels.hurry())
      sayFree(place + 1)
      await turnTo(until, spin, true, given < mostSpins)
      if (!mayHurry) skip.again()
      total += spin.times
      await tellWins(until, spin, now)
      const pays = spin.times > 0 ? summaryOf(spin, words) : ''
      cabinet.say({ pays, amount: spin.times > 0 ? money(amountOf(spin.times, now.stake)) : '' })
      sayFree(place + 1)
      await until(skip.pause(spin.times > 0 ? 700 : 260))
      const more = spin.scatter?.spins ?? 0
      if (more === 0 || isEndWanted) continue
      given += more
      sayFree(place + 1)
      stage.sound('win')
      await cardFor(until, { title: words('free.more'), figure: `+${more}`, text: '' }, moreMs)
    }
    const whole = now.view.times - (paid?.times ?? 0)
    const text = now.view.isFull ? words('full') : words('free.spins', { count: free.length })
    await cardFor(until, { title: words('free.paid'), figure: money(amountOf(whole, now.stake)), text }, totalMs)
  }

  const tellBig = async (until: Until, now: Shown<View>) => {
    const gain = now.won - now.staked
    if (facts.mode !== 'real' || gain <= bigFrom * now.stake) return
    await cardFor(until, { title: words('big'), figure: `+${money(gain)}`, text: words('big.net') }, bigMs)
  }

  /** How the board stays until the next stake: the last spin, and what the whole round gave. */
  const settle = (now: Shown<View>) => {
    const spin = now.view.spins.at(-1)
    if (!spin) return
    cabinet.sayFree(null)
    if (spin.filled.length > 0) cover(spin)
    lightAll(spin)
    const hadFree = now.view.spins.length > 1
    const text = hadFree ? words('free.spins', { count: now.view.spins.length - 1 }) : summaryOf(spin, words)
    cabinet.say({
      pays: now.won > 0n ? text : '',
      amount: now.won > 0n ? money(now.won) : '',
      net: words('net'),
      netAmount: netText(now, money),
    })
    stage.say(text)
  }

  const standAt = (stops: readonly number[]) => {
    isTurning = false
    last = stops
    cabinet.fill([])
    reels.set(stops)
  }

  const showRound = async (until: Until, now: Shown<View>, isInstant: boolean) => {
    const [paid] = now.view.spins
    const final = now.view.spins.at(-1)
    if (!paid || !final) return
    isEndWanted = false
    cabinet.showCard(null)
    if (isInstant || stage.isCalm() || document.hidden) {
      standAt(final.stops)
      settle(now)
      return
    }
    cabinet.sayFree(null)
    skip.begin(() => mayHurry && reels.hurry())
    await turnTo(until, paid, false, true)
    if (!mayHurry) skip.again()
    await tellWins(until, paid, now)
    if (final !== paid) {
      await until(stage.wait(500))
      await playFree(until, now)
      // Spins that were passed over: the board shows the last one all the same.
      standAt(final.stops)
    }
    settle(now)
    await tellBig(until, now)
    skip.end()
    await until(stage.wait(now.won > 0n ? 420 : 120))
  }

  return {
    mainWord: 'spin',
    opening: () => ({}),
    isFeature: ({ view }) => view.spins.length > 1,
    called() {
      cabinet.showCard(null)
      if (!stage.isCalm()) turn()
    },
    calledOff() {
      isTurning = false
      reels.set(last)
      cabinet.say({})
    },
    show: (now, _before, { isInstant }) => shows((until) => showRound(until, now, isInstant)),
    rules: () => rulesOf(stage),
    pots: cabinet.sayPots,
    resize(width, height) {
      const { reelsWidth, reelsHeight } = layoutOf(width, height, facts.mode === 'real')
      cabinet.ground.style.setProperty('--reels-w', `${reelsWidth}px`)
      cabinet.ground.style.setProperty('--reels-h', `${reelsHeight}px`)
      reels.resize(reelsWidth, reelsHeight)
    },
  }
}
