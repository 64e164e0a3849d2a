import { type Maths, WrongChoice } from '../../engine/game.ts'
import { spotNamed, spots } from './spots.ts'

/** A place on the cloth by its name, and how many unit chips stand there. */
export type Bet = readonly [spot: string, count: number]

export type View = {
  bets: readonly Bet[]
  /** Where the ball lies. */
  number: number
  /** The bets that won, each with the unit chips that come back: what stood there and what it pays. */
  wins: readonly Bet[]
}

const pockets = 37
export const mostSpots = 60
/** On one place, and also on the whole cloth. */
export const mostChips = 500

const isBet = (value: unknown): value is Bet =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && Number.isInteger(value[1])

function readBets(choice: unknown): readonly Bet[] {
  if (typeof choice !== 'object' || choice === null || !('bets' in choice)) throw new WrongChoice('no bets')
  if (Object.keys(choice).length > 1) throw new WrongChoice('more than bets')
  const { bets } = choice
  if (!Array.isArray(bets) || bets.length < 1 || bets.length > mostSpots) throw new WrongChoice('too few or too many')
  const seen = new Set<string>()
  return bets.map((bet: unknown): Bet => {
    if (!isBet(bet)) throw new WrongChoice('a bet that cannot be read')
    const [name, count] = bet
    if (!spotNamed(name) || seen.has(name)) throw new WrongChoice('a place that is not there, or twice')
    if (count < 1 || count > mostChips) throw new WrongChoice('too few chips or too many')
    seen.add(name)
    return [name, count]
  })
}

/** What comes back to a bet when the ball lies there, in chips. */
export function returns([name, count]: Bet, number: number): number {
  const spot = spotNamed(name)
  return spot?.numbers.includes(number) ? count * (spot.pays + 1) : 0
}

export const chipsOn = (bets: readonly Bet[]): number => bets.reduce((sum, [, count]) => sum + count, 0)

export const maths: Maths<View> = {
  version: '1',
  play({ stake, choices }, draws) {
    if (choices.length !== 1) throw new WrongChoice('one spin, one choice')
    const bets = readBets(choices[0])
    const chips = chipsOn(bets)
    if (chips > mostChips) throw new WrongChoice('more chips than the cloth takes')
    // The stake says what one chip is worth. It has to divide, or the chips would not be what was staked.
    if (stake % BigInt(chips) !== 0n) throw new WrongChoice('a stake that the chips do not divide')
    const chip = stake / BigInt(chips)
    const number = draws.below(pockets)
    const wins = bets.map((bet): Bet => [bet[0], returns(bet, number)]).filter(([, back]) => back > 0)
    return {
      staked: stake,
      won: chip * BigInt(chipsOn(wins)),
      isOver: true,
      view: { bets, number, wins },
    }
  },
}

/** What the simulator stakes on. */
export const opening = { bets: [['red', 1]] }

/** Every place, every pocket: what comes back of all chips. Each place alone gives the same 36/37. */
export function exactRtp(): number {
  const all = Array.from({ length: pockets }, (_, number) => number)
  const back = spots.map(({ name }) => all.reduce((sum, number) => sum + returns([name, 1], number), 0) / pockets)
  return back.reduce((sum, rtp) => sum + rtp, 0) / spots.length
}
