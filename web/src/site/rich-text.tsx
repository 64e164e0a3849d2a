import type { Block, Inline } from '@croupier/contract/rich-text'
import { SiteLink } from './site-link.tsx'

function Words({ inlines }: { inlines: Inline[] }) {
  return inlines.map(({ text, bold, italic, href }, place) => {
    const words = bold ? <strong>{text}</strong> : italic ? <em>{text}</em> : text
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence have no life of their own
    return href ? <SiteLink key={place} url={href} className="link">{words}</SiteLink> : <span key={place}>{words}</span>
  })
}

export const plainText = (inlines: Inline[]) => inlines.map(({ text }) => text).join('')
export const anchorOf = (place: number) => `part-${place + 1}`

/** Editors' text, drawn from data: nothing in it can be markup. */
export function RichText({ blocks }: { blocks: Block[] }) {
  return (
    <div className="prose">
      {blocks.map((block, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are never moved
        <OneBlock key={place} block={block} id={anchorOf(place)} />
      ))}
    </div>
  )
}

function OneBlock({ block, id }: { block: Block; id: string }) {
  if (block.kind === 'heading') {
    const Heading = block.level === 2 ? 'h2' : 'h3'
    return (
      <Heading id={id}>
        <Words inlines={block.inlines} />
      </Heading>
    )
  }
  if (block.kind === 'list') {
    const List = block.isOrdered ? 'ol' : 'ul'
    return (
      <List>
        {block.items.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items are never moved
          <li key={place}>
            <Words inlines={item} />
          </li>
        ))}
      </List>
    )
  }
  const Box = block.kind === 'quote' ? 'blockquote' : 'p'
  return (
    <Box>
      <Words inlines={block.inlines} />
    </Box>
  )
}
