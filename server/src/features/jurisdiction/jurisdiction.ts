import type { Config } from '../../config.ts'

export type Jurisdiction = Config['jurisdiction']

/** What the law of the place asks of the house. Every rule that differs by place stands here and nowhere else. */
export type JurisdictionRules = {
  /** No deposit and no stake before the identity is known; elsewhere it is asked for before a payout. */
  isVerifiedFirst: boolean
  /** A payout that was asked for can be taken back to play on. */
  mayCancelPayout: boolean
  hasAutoplay: boolean
  hasTurbo: boolean
  /** From one opening stake to the next, for slots and for everything else apart (RTS 14 of the British rules). */
  roundMs: { slot: number; other: number }
  /** The most a slot takes by age, in units of the ladder, one of which is 0.20; null where the title decides alone. */
  slotUnits: { years: number; below: number; from: number } | null
  /** Opening a slot ends the other slots of the player. */
  isOneSlotAtATime: boolean
  /** How long the end of a round at a table is shown before the next takes stakes. */
  tableOverMs: number
  promotions: PromotionRules
}

/** What publishing refuses (LCCP SR 5.1.1 of the British rules). */
export type PromotionRules = {
  /** Wagering of at most so many hundredths of the bonus; null where there is no most. */
  mostWagering: number | null
  /** Games count in full or not at all: else the real turnover would be more than it says. */
  isWeighingForbidden: boolean
  maySticky: boolean
  /** A player says yes before bonus money is played with. */
  mustAskFirst: boolean
  /** Trigger, conditions and rewards of an offer are about one product. */
  isOneProduct: boolean
  /** A tournament may rank by how much was staked or won. */
  mayRankVolume: boolean
  /** A payout may cost a player its score. */
  mayResetOnCashout: boolean
  /** A level may be lost again. */
  mayReviewLevels: boolean
}

const rules: Record<Jurisdiction, JurisdictionRules> = {
  default: {
    isVerifiedFirst: false,
    mayCancelPayout: true,
    hasAutoplay: true,
    hasTurbo: true,
    roundMs: { slot: 0, other: 0 },
    slotUnits: null,
    isOneSlotAtATime: false,
    tableOverMs: 3_000,
    promotions: {
      mostWagering: null,
      isWeighingForbidden: false,
      maySticky: true,
      mustAskFirst: false,
      isOneProduct: false,
      mayRankVolume: true,
      mayResetOnCashout: true,
      mayReviewLevels: true,
    },
  },
  uk: {
    isVerifiedFirst: true,
    mayCancelPayout: false,
    hasAutoplay: false,
    hasTurbo: false,
    roundMs: { slot: 2_500, other: 5_000 },
    // At most 5, and 2 from players under 25.
    slotUnits: { years: 25, below: 10, from: 25 },
    isOneSlotAtATime: true,
    // Five seconds from stake to stake; the shortest flight takes next to none of them.
    tableOverMs: 5_000,
    promotions: {
      mostWagering: 1_000,
      isWeighingForbidden: true,
      maySticky: false,
      mustAskFirst: true,
      isOneProduct: true,
      mayRankVolume: false,
      mayResetOnCashout: false,
      mayReviewLevels: false,
    },
  },
}

export const rulesOf = (jurisdiction: Jurisdiction): JurisdictionRules => rules[jurisdiction]
