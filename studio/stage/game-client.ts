import type { GameFacts } from '@croupier/contract/methods/rounds'
import type { IconName } from './icons.ts'

/** How a round stands, as the server said it. Amounts are minor units. */
export type Shown<View> = {
  round: string
  step: number
  stake: bigint
  staked: bigint
  won: bigint
  isOver: boolean
  /** The house paid the stake. */
  isFree: boolean
  view: View
}

/** Names of the sounds that the stage can make; each is synthesised, none is a file. */
export type Sound =
  | 'tick'
  | 'click'
  | 'deal'
  | 'chip'
  | 'spin'
  | 'stop'
  | 'reveal'
  | 'bounce'
  | 'rise'
  | 'lose'
  | 'win'
  | 'big'
  | 'crash'

/** A button of the stage's bar while a round is open. */
export type Move = { label: string; choice: unknown; key?: string; isMain?: boolean; isOff?: boolean }

/** What the stage gives a title. */
export type Stage = {
  facts: GameFacts
  /**
   * The title draws here; the stage keeps it as large as there is room and calls `resize`. What is to lie behind the
   * bar too is the custom property `--ground` (a CSS background) of `:root`.
   */
  board: HTMLElement
  /** Words of the title in the player's language: `words('spin')`, `words('pays', {count: 3})`. */
  words: (key: string, values?: Record<string, string | number>) => string
  /** Minor units as text in the player's language: `€1.20`. */
  money: (minor: bigint) => string
  locale: string
  /** The origin of the site, for a stream. */
  home: string
  /** A recorded round is shown: nothing is live. */
  isReplay: boolean
  /** The stake chosen in the bar, in minor units; titles that let players set chips choose it themselves. */
  stake: () => bigint
  /** True where the player or the system asked for little movement. */
  isCalm: () => boolean
  isTurbo: () => boolean
  /** Resolves after so long; sooner in turbo, at once where little movement is wanted. */
  wait: (ms: number) => Promise<void>
  sound: (name: Sound, pitch?: number) => void
  /** The line above the bar, also spoken by screen readers. */
  say: (text: string) => void
  /** The next choice in the open round, for titles whose board is touched (a cell, a card). Shows the answer by itself. */
  act: (choice: unknown) => Promise<void>
  /** Opens a round, as the main button does. */
  play: () => Promise<void>
  /** Something that `opening`, `stake` or `moves` depends on changed: the bar is drawn again. */
  refresh: () => void
  /** Titles whose chips are the stake: the chip that the player took, to be taken again at the next opening. */
  keepStake: (stake: bigint) => void
  /** False while an answer is awaited or shown: boards take no touch then. */
  isIdle: () => boolean
}

/** What a title gives the stage. */
export type GameView<View> = {
  /**
   * Draws how the round stands. `before` is how the same round stood, null for its first look; with `isInstant` (a
   * reload, a replay that is skipped) without movement. Resolves when the player has seen it.
   */
  show: (now: Shown<View>, before: Shown<View> | null, how: { isInstant: boolean }) => Promise<void>
  /** With what the main button opens a round; null while it cannot (no chips on the table). */
  opening: () => unknown
  /**
   * Titles whose rounds are over with one answer may have several under way: at most so many, and as many as one press
   * opens. `show` is called for each, also before another one has resolved.
   */
  atOnce?: { most: number; perPress: () => number }
  /** Titles where the player sets chips say the stake; others leave it to the bar. */
  stake?: () => bigint
  /** With `stake`: what was kept at the last opening, by `keepStake`. */
  takeKept?: (stake: bigint) => void
  /** Buttons while a round waits for a choice. */
  moves?: (now: Shown<View>) => readonly Move[]
  /** Word of the main button: a key of its words. */
  mainWord: string
  /** What is drawn on the main button above its word; a turning arrow unless said. */
  mainIcon?: IconName
  /** The sheet with the rules; the stage adds return to player, version and fairness below it. */
  rules: () => readonly RuleSection[]
  /** Where a round does not hang on the player's own seeds: how it is proven, in their place. */
  proof?: () => { text: readonly string[]; seeds: readonly { name: string; value: string }[] }
  /** Where wins are rounded: what comes back of a stake by each choice, in percent. The sheet tells it of the least one. */
  returns?: (stake: bigint) => readonly number[]
  resize?: (width: number, height: number) => void
  /** What is in the pot that the title can win, by level; again whenever it changes. */
  pots?: (amounts: ReadonlyMap<string, string>) => void
  /** The stake is on its way: the last round may be cleared, reels may begin to turn. `show` or `calledOff` follows. */
  called?: () => void
  /** The platform said no: nothing happened, so the board goes back to how it was. */
  calledOff?: () => void
  /** True where an autoplay should stop, if its player wished it: free spins were won, a bonus began. */
  isFeature?: (now: Shown<View>) => boolean
}

/** A heading, paragraphs, a table of pays, a drawing: in this order, each as far as it is there. */
export type RuleSection = {
  title: string
  text?: readonly string[]
  /** What stands above the columns of `rows`; the first may be empty. */
  head?: readonly string[]
  /** The first cell of each names it. */
  rows?: readonly (readonly string[])[]
  picture?: Element
}

export type GameClient<View> = (stage: Stage) => GameView<View> | Promise<GameView<View>>
