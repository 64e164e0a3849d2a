import { clubSymbols } from './club-sprite.ts'

/** Drawings that only pages of the club need. */
export const ClubDrawings = () => (
  <svg className="sr" aria-hidden="true">
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by tools/sprite.ts, no outside text */}
    <defs dangerouslySetInnerHTML={{ __html: clubSymbols }} />
  </svg>
)
