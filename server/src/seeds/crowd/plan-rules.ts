import { createHmac } from 'node:crypto'
import { bytesOf, type Draws, drawsFrom, shuffled } from '@croupier/studio/engine/draws'

/** What the players of the demo world do, turn by turn, from one seed: the same plan on every node and after every start. */

const seed = 'demo players'

const chanceOf = (name: string): Draws =>
  drawsFrom(bytesOf((cursor) => createHmac('sha256', seed).update(`${name}:${cursor}`).digest()))

function oneOf<T>(draws: Draws, list: readonly T[]): T {
  const one = list[draws.below(list.length)]
  if (one === undefined) throw new Error('a list without entries')
  return one
}

const nicknames =
  'Nika77 Ortega Lumi52 HarbourFox Вереск TomBola Kestrel9 Saffron Mango88 OldSalt RedQueen7 Pavlik Yuzu24 NightOwl3 Zephyr12 Carambola PixelPete Domino6 Marisol Snowdrop4 Bramble Kaito31 LadyLuck8 Tofu99 Rosalind Quokka5 Сирень7 Jackdaw Maple21 Sandpiper Vento14 Ludwig33 Clementine Bisquit Topaz18 Fernweh Okapi2 Mirabel Gullwing Hazel65 Pomelo Ivanka Stardust9 Bento47 Cricket3 Олень12 Tamarind Wisteria Juno81 Barnacle'.split(
    ' ',
  )

/** As often as each stands here. */
const currencies = ['EUR', 'EUR', 'EUR', 'EUR', 'EUR', 'USD', 'USD', 'BRL', 'UAH', 'JPY'] as const
const homes = { EUR: 'DE', USD: 'CA', BRL: 'BR', UAH: 'UA', JPY: 'JP' } as const
/** On the ladder of stakes: most play small, some do not. */
const sizes = [0, 0, 1, 2, 3, 4, 4, 5, 5, 6, 8]

export type DemoSeat = {
  /** From 1 on. */
  seat: number
  fakename: string
  currency: (typeof currencies)[number]
  countryCode: string
  /** The rung of the ladder that this one likes. */
  rung: number
}

export const seats: readonly DemoSeat[] = nicknames.map((fakename, at) => {
  const draws = chanceOf(`seat:${at}`)
  const currency = oneOf(draws, currencies)
  return { seat: at + 1, fakename, currency, countryCode: homes[currency], rung: oneOf(draws, sizes) }
})

/** As often as each stands here. */
const games = [
  ...['captains-share', 'captains-share', 'captains-share', 'fruit-parade', 'fruit-parade', 'fruit-parade'],
  ...['european-roulette', 'european-roulette', 'plinth', 'plinth', 'twin-dice', 'minefold', 'blackjack-salon'],
] as const

/** So many sit at games at once, for so many turns. */
const seated = 9
const sittingTurns = 150

export type Turn = Pick<DemoSeat, 'seat' | 'rung'> & {
  game: string
  choice: unknown
  /** Of a field of mines: after so many cells the player takes what there is. */
  cells: number
  /** Between 0 and 1: how long until the next turn. */
  pause: number
}

/** Which players sit where changes once in a while; which of them plays now is up to chance. */
export function turnOf(turn: number): Turn {
  const sitting = Math.floor(turn / sittingTurns)
  const draws = chanceOf(`turn:${turn}`)
  const at = oneOf(draws, shuffled(seats.length, chanceOf(`sitting:${sitting}`)).slice(0, seated))
  const seat = seatAt(at)
  const game = oneOf(chanceOf(`sitting:${sitting}:${at}`), games)
  return {
    seat: seat.seat,
    rung: seat.rung + draws.below(2),
    game,
    choice: openingOf(game, draws),
    cells: 1 + draws.below(5),
    pause: draws.below(1_000) / 1_000,
  }
}

function seatAt(at: number): DemoSeat {
  const seat = seats[at]
  if (!seat) throw new Error('no such seat')
  return seat
}

function openingOf(game: string, draws: Draws): unknown {
  if (game === 'european-roulette') {
    const spots = ['red', 'black', 'odd', 'even', `straight-${draws.below(37)}`]
    return { bets: [[oneOf(draws, spots), 1]] }
  }
  if (game === 'plinth') return { rows: oneOf(draws, [8, 12, 16]), risk: oneOf(draws, ['low', 'medium', 'high']) }
  if (game === 'twin-dice') return { side: oneOf(draws, ['over', 'under']), target: 6 + draws.below(3) }
  if (game === 'minefold') return { mines: 2 + draws.below(5) }
  return {}
}

export type Rider = Pick<DemoSeat, 'seat' | 'rung'> & {
  /** The height at which this one gets off, in hundredths. */
  auto: number
  /** After the flight opened for stakes. */
  afterMs: number
}

/** From so high, and so much higher at most. */
const heights: readonly (readonly [number, number])[] = [
  [110, 60],
  [130, 70],
  [150, 50],
  [180, 120],
  [200, 100],
  [220, 180],
  [300, 250],
  [500, 500],
  [900, 2_000],
]

/** Who flies along in a flight that is open for stakes. */
export function ridersOf(flight: string): Rider[] {
  const draws = chanceOf(`flight:${flight}`)
  const count = 5 + draws.below(8)
  return shuffled(seats.length, draws)
    .slice(0, count)
    .map((at) => {
      const { seat, rung } = seatAt(at)
      const [least, more] = oneOf(draws, heights)
      return { seat, rung, auto: least + draws.below(more), afterMs: 300 + draws.below(5_000) }
    })
}

type Pace = { turn: number; isWatched: boolean; dayTurns: number }

/** A page that is open all day long must not fill the disk: after so many turns they play as if none were. */
export const mostDayTurns = 20_000

/** A house that has just opened is not empty for long. */
const firstTurns = 120

/** A believable pace while a page is open; else only so much that the lists are not from yesterday. */
export function pauseMsOf(pause: number, { turn, isWatched, dayTurns }: Pace): number {
  if (turn < firstTurns) return 250
  const isLively = isWatched && dayTurns < mostDayTurns
  return isLively ? 900 + Math.round(pause * 3_400) : 60_000 + Math.round(pause * 60_000)
}
