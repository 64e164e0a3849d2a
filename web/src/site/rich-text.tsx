import type { Block, Inline } from '@croupier/contract/rich-text'
import { SiteLink } from './site-link.tsx'

function Words({ inlines }: { inlines: Inline[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence have no life of their own
  return inlines.map((inline, place) => <Word key={place} inline={inline} />)
}

function Word({ inline: { text, bold, italic, href } }: { inline: Inline }) {
  const word = bold ? <strong>{text}</strong> : italic ? <em>{text}</em> : text
  return href ? (
    <SiteLink url={href} className="link">
      {word}
    </SiteLink>
  ) : (
    word
  )
}

export const plainText = (inlines: Inline[]) => inlines.map(({ text }) => text).join('')
export const anchorOf = (place: number) => `part-${place + 1}`

/** Editors' text, drawn from data: nothing in it can be markup. Headings can be linked to in one text of a page. */
export function RichText({ blocks, isLinked = true }: { blocks: Block[]; isLinked?: boolean }) {
  return (
    <div className="prose">
      {blocks.map((block, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are never moved
        <OneBlock key={place} block={block} id={isLinked ? anchorOf(place) : undefined} />
      ))}
    </div>
  )
}

function OneBlock({ block, id }: { block: Block; id: string | undefined }) {
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
  if (block.kind === 'image') return <img src={block.src} alt={block.alt} loading="lazy" />
  const Box = block.kind === 'quote' ? 'blockquote' : block.kind === 'code' ? 'pre' : 'p'
  return (
    <Box>
      <Words inlines={block.inlines} />
    </Box>
  )
}
