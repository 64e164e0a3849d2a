import type { WireMoney } from './money.ts'
import type { RefusalName } from './refusals.ts'

/**
 * What a game in its frame and the page around it tell each other. The frame says hello to the page's origin and hands a
 * port over with it; everything else goes through the port, so nothing is ever sent to an unknown origin.
 * Games of other providers may speak it too.
 */
type PotLevel = { level: string; amount: WireMoney }

/** What a player set in a game. A frame without an origin keeps nothing, so the page does, and hands it over. */
export type GameSettings = {
  is_loud: boolean
  is_turbo: boolean
  /** Null where none was ever chosen in this game. */
  stake: WireMoney | null
}

export type GameNote =
  /** The game can be played. */
  | { type: 'ready' }
  /**
   * What the game shows: at its opening, when a stake is off, and after the show. The page shows the same, so it never
   * tells the outcome before the game does. While a bonus is open: what of it was bonus money when it was last sure,
   * and the stake that is off and not answered yet.
   */
  | { type: 'balance'; balance: WireMoney; bonus?: WireMoney; staking?: WireMoney }
  | { type: 'round'; staked: WireMoney; won: WireMoney; is_free: boolean }
  /** The player pressed or touched something. The page cannot see that, and would take the player for away. */
  | { type: 'active' }
  /** Something is under way that should not be cut off. */
  | { type: 'busy'; is_busy: boolean }
  /** `reload`: to be opened again. A frame without an origin cannot do that for itself: it would come as a stranger. */
  | { type: 'wish'; wish: 'deposit' | 'bonus' | 'real' | 'limits' | 'lobby' | 'register' | 'reload' }
  /**
   * The platform said no to a stake: the name of the refusal and its reason. Where bonus money was in it: the stake, the
   * most that is allowed, and what this game could lower it to.
   */
  | { type: 'refused'; name: string; reason: string | null; stake?: WireMoney; most?: WireMoney; lower?: WireMoney }
  /** The game cannot go on. */
  | { type: 'fault'; reason: string | null }
  /** The player set something. */
  | ({ type: 'settings' } & GameSettings)

export type PageNote =
  /** What this player set before: the answer to the hello. */
  | ({ type: 'settings' } & GameSettings)
  | { type: 'pause' }
  | { type: 'resume' }
  /** The balance changed outside. */
  | { type: 'refresh' }
  | { type: 'rules' }
  /** The player was asked and said yes: the stake that was refused goes again. */
  | { type: 'again' }
  /** The player chose a lower stake outside. */
  | { type: 'stake'; stake: WireMoney }
  /** What is in the pot that this game can win. */
  | { type: 'pots'; levels: PotLevel[] }

const wishes = ['deposit', 'bonus', 'real', 'limits', 'lobby', 'register', 'reload'] as const

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isMoney = (value: unknown): value is WireMoney =>
  isRecord(value) &&
  typeof value.amount === 'string' &&
  /^-?\d{1,30}(\.\d{1,8})?$/.test(value.amount) &&
  typeof value.currency === 'string' &&
  /^[A-Z]{3,5}$/.test(value.currency)

const name = (value: unknown): string | null =>
  typeof value === 'string' && /^[\w:]{1,80}$/.test(value) ? value : null

/** A game is a guest in its frame: what cannot be understood is not heard. */
export function readGameNote(data: unknown): GameNote | null {
  if (!isRecord(data)) return null
  const { type } = data
  if (type === 'ready' || type === 'active') return { type }
  if (type === 'balance' && isMoney(data.balance)) {
    return { type, balance: moneyOf(data.balance), ...moneysOf(data, ['bonus', 'staking']) }
  }
  if (type === 'round' && isMoney(data.staked) && isMoney(data.won)) {
    return { type, staked: moneyOf(data.staked), won: moneyOf(data.won), is_free: data.is_free === true }
  }
  if (type === 'busy') return { type, is_busy: data.is_busy === true }
  const wish = wishes.find((known) => known === data.wish)
  if (type === 'wish' && wish) return { type, wish }
  const refusal = name(data.name)
  if (type === 'refused' && refusal) {
    return { type, name: refusal, reason: name(data.reason), ...moneysOf(data, ['stake', 'most', 'lower']) }
  }
  if (type === 'fault') return { type, reason: name(data.reason) }
  return type === 'settings' ? { type, ...settingsOf(data) } : null
}

const settingsOf = ({ is_loud, is_turbo, stake }: Record<string, unknown>): GameSettings => ({
  is_loud: is_loud === true,
  is_turbo: is_turbo === true,
  stake: isMoney(stake) ? moneyOf(stake) : null,
})

/** Whether a note says that the player plays. The others may come without the player's doing. */
export const isPlaying = (note: GameNote): boolean =>
  note.type === 'busy' ? note.is_busy : ['active', 'round', 'wish', 'refused'].includes(note.type)

const moneyOf = ({ amount, currency }: WireMoney): WireMoney => ({ amount, currency })

/** Those of them that are there. */
function moneysOf<Name extends string>(
  data: Record<string, unknown>,
  names: readonly Name[],
): Partial<Record<Name, WireMoney>> {
  const found: Partial<Record<Name, WireMoney>> = {}
  for (const each of names) {
    const value = data[each]
    if (isMoney(value)) found[each] = moneyOf(value)
  }
  return found
}

function levelOf(data: unknown): PotLevel[] {
  const level = isRecord(data) ? name(data.level) : null
  return level && isRecord(data) && isMoney(data.amount) ? [{ level, amount: moneyOf(data.amount) }] : []
}

export function readPageNote(data: unknown): PageNote | null {
  if (!isRecord(data)) return null
  const { type } = data
  if (type === 'settings') return { type, ...settingsOf(data) }
  if (type === 'pots' && Array.isArray(data.levels)) return { type, levels: data.levels.flatMap(levelOf) }
  if (type === 'stake' && isMoney(data.stake)) return { type, stake: moneyOf(data.stake) }
  return type === 'pause' || type === 'resume' || type === 'refresh' || type === 'rules' || type === 'again'
    ? { type }
    : null
}

/** Every no to who opens a game, beside those of the gate: words in the frame, and a note to the page around it. */
export const launchRefusals = [
  'InvalidParameter:UNKNOWN_GAME',
  'InvalidParameter:ROUND_UNKNOWN',
  'InvalidParameter:NO_DEMO',
  'InvalidParameter:GAME_CLOSED',
  'ApplicationUnavailable:NOT_BUILT',
  'UserNeedDeposit',
] as const satisfies readonly RefusalName[]

/** The first word of a frame, sent with a port. */
export const hello = 'croupier-game'
