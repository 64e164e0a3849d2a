import type { Block } from '@croupier/contract/rich-text'
import { fillTokens } from '@croupier/contract/seo-text'
import { useRouteLoaderData } from 'react-router'
import { RichText } from './rich-text.tsx'
import { useSeoTokens } from './seo-head.tsx'

/** Words that content gives a page for those who search; below everything else. */
export function SeoText() {
  const blocks = useRouteLoaderData<{ seoText: Block[] }>('root')?.seoText ?? []
  const tokens = useSeoTokens()
  if (blocks.length === 0) return null
  return <RichText isLinked={false} blocks={blocks.map((block) => filled(block, tokens))} />
}

function filled(block: Block, tokens: Record<string, string>): Block {
  const fill = <I extends { text: string }>(inlines: I[]) =>
    inlines.map((inline) => ({ ...inline, text: fillTokens(inline.text, tokens) }))
  return block.kind === 'list' ? { ...block, items: block.items.map(fill) } : { ...block, inlines: fill(block.inlines) }
}
