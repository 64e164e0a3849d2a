import { bettingSymbols } from './betting-sprite.ts'

/** Drawings that only pages about bets need. */
export const BettingDrawings = () => (
  <svg className="sr" aria-hidden="true">
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by tools/sprite.ts, no outside text */}
    <defs dangerouslySetInnerHTML={{ __html: bettingSymbols }} />
  </svg>
)
