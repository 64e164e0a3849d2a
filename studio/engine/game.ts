import type { Draws } from './draws.ts'

/** What the player did: the stake in minor units, and every choice in order, the opening one first. */
export type Play = { stake: bigint; choices: readonly unknown[] }

/** How a round stands after the last choice. */
export type Standing<View = unknown> = {
  /** In all, the opening stake included. */
  staked: bigint
  /** In all. Nothing is paid before the round is over. */
  won: bigint
  isOver: boolean
  /** What the player may see now, as plain JSON: never a card that is face down. */
  view: View
}

/** A choice that the rules of the game do not allow, or a stake that they cannot divide. Nothing happened. */
export class WrongChoice extends Error {
  override name = 'WrongChoice'
}

/**
 * The rules of one game, in one version: how a round stands follows from stake, choices and chance, and from nothing
 * else. The server asks it to settle, the replay to show, the verifier to check. Amounts are rounded down to the
 * smallest unit of the currency.
 */
export type Maths<View = unknown> = {
  version: string
  play: (play: Play, draws: Draws) => Standing<View>
}

/** What the catalogue, the lobby and the rules of a place need to know of a title. */
export type About = {
  sysname: string
  name: string
  /** The studio's name under the tile, by sysname: `copperfox`, `red-baize`, `orbit`. */
  provider: string
  type: 'casino' | 'slot' | 'fast'
  categories: readonly ('slots' | 'tables' | 'fast' | 'new' | 'popular' | 'jackpots')[]
  /** Percent with two decimals, as its report says. */
  rtp: string
  /** 1 calm to 5 wild. */
  volatility: 1 | 2 | 3 | 4 | 5
  /** The greatest opening stake, in units of the ladder (a unit is 0.20 EUR). */
  mostUnits: number
  /** The pot it may win. */
  jackpot?: string
  /** One round for everybody: the server decides when it begins and ends. */
  isShared?: true
}

/**
 * What the server's clock has to know of a round that everybody shares. Heights are hundredths of the stake. Its
 * mathematics take an opening `{auto: height | null}`, and then one of `{at: height}`, `{end: true}` and `{back: true}`,
 * which only the server says.
 */
export type Flight = {
  leastHeight: number
  mostHeight: number
  pointOf: (draws: Draws) => number
  heightAt: (flownMs: number) => number
  msOf: (height: number) => number
  endMsOf: (point: number) => number
}

/** One line of the studio's list. */
export type StudioGame = { about: About; maths: Maths; flight?: Flight }
