import type { Block } from '@croupier/contract/rich-text'
import { useRouteLoaderData } from 'react-router'
import { RichText } from './rich-text.tsx'
import { fillTokens, useSeoTokens } from './seo-head.tsx'

/** Words that content gives a page for those who search; below everything else. */
export function SeoText() {
  const blocks = useRouteLoaderData<{ seoText: Block[] }>('root')?.seoText ?? []
  const tokens = useSeoTokens()
  if (blocks.length === 0) return null
  return <RichText isLinked={false} blocks={blocks.flatMap((block) => filled(block, tokens) ?? [])} />
}

/** Null when a part of the block cannot be filled. */
function filled(block: Block, tokens: Record<string, string>): Block | null {
  if (block.kind === 'image') return block
  let isWhole = true
  const fill = <I extends { text: string }>(inlines: I[]) =>
    inlines.map((inline) => {
      const text = fillTokens(inline.text, tokens)
      if (inline.text && !text) isWhole = false
      return { ...inline, text }
    })
  const made =
    block.kind === 'list' ? { ...block, items: block.items.map(fill) } : { ...block, inlines: fill(block.inlines) }
  return isWhole ? made : null
}
