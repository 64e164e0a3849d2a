import { symbols } from './sprite.ts'

const id = 'sprite'
let drawn: string | undefined

// The drawings travel in the HTML only. In the browser they are read back from the page,
// so the script stays free of them and a second render of the root finds them again.
function drawings(): string {
  if (import.meta.env.SSR) return symbols
  drawn ??= document.getElementById(id)?.innerHTML ?? ''
  return drawn
}

/** The inline sprite. Rendered once, first thing in the body. */
export function SpriteSheet() {
  return (
    <svg className="sr" aria-hidden="true" suppressHydrationWarning>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by tools/sprite.ts, no outside text */}
      <defs id={id} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: drawings() }} />
    </svg>
  )
}
