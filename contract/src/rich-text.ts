import { z } from 'zod'
import { safeLink } from './safe-path.ts'

/**
 * Editors' text as data, never as HTML: pages draw blocks, so no markup from outside can run.
 * Both forms a content backend has are read: a small Markdown, and an array of blocks.
 */
export type Inline = { text: string; bold?: true; italic?: true; href?: string }
export type Block =
  | { kind: 'paragraph' | 'quote' | 'code'; inlines: Inline[] }
  | { kind: 'image'; src: string; alt: string }
  | { kind: 'heading'; level: 2 | 3; inlines: Inline[] }
  | { kind: 'list'; isOrdered: boolean; items: Inline[][] }

// No part may run across its own sign, and each has an end: a hostile text costs no more than its length.
const inlineForm = /\*\*([^*]{1,2000})\*\*|\*([^*]{1,2000})\*|\[([^[\]]{1,500})\]\(([^\s()]{1,2000})\)/g

function inlinesOf(line: string): Inline[] {
  const inlines: Inline[] = []
  let from = 0
  for (const found of line.matchAll(inlineForm)) {
    if (found.index > from) inlines.push({ text: line.slice(from, found.index) })
    const [whole, bold, italic, label, href] = found
    if (bold) inlines.push({ text: bold, bold: true })
    else if (italic) inlines.push({ text: italic, italic: true })
    else if (label) {
      const safe = safeLink(href)
      inlines.push(safe ? { text: label, href: safe } : { text: label })
    }
    from = found.index + whole.length
  }
  if (from < line.length) inlines.push({ text: line.slice(from) })
  return inlines
}

function fromMarkdown(source: string): Block[] {
  return (
    source
      .slice(0, 100_000)
      // A heading ends with its line, whatever follows.
      .replace(/^(#{2,3} .*)$/gm, '\n$1\n')
      .split(/\n\s*\n/)
      .flatMap((part): Block[] => {
        const lines = part.trim().split('\n')
        const [first = ''] = lines
        if (!first) return []
        const heading = /^(##|###) (.+)$/.exec(first)
        if (heading?.[2])
          return [{ kind: 'heading', level: heading[1] === '##' ? 2 : 3, inlines: inlinesOf(heading[2]) }]
        if (lines.every((line) => /^[-*] /.test(line)))
          return [{ kind: 'list', isOrdered: false, items: lines.map((line) => inlinesOf(line.slice(2))) }]
        if (lines.every((line) => /^\d+\. /.test(line)))
          return [{ kind: 'list', isOrdered: true, items: lines.map((line) => inlinesOf(line.replace(/^\d+\. /, ''))) }]
        if (first.startsWith('> '))
          return [{ kind: 'quote', inlines: inlinesOf(part.replace(/^> /gm, '').replaceAll('\n', ' ')) }]
        return [{ kind: 'paragraph', inlines: inlinesOf(lines.join(' ')) }]
      })
  )
}

type Node = {
  type: string
  text: string
  bold: boolean
  italic: boolean
  url: string
  level: number
  format: string
  image: { url: string; alt: string }
  children: Node[]
}
/** Lists inside lists have their items in line with the others. */
const itemsOf = (list: Node): Inline[][] =>
  list.children.flatMap((item) => (item.type === 'list' ? itemsOf(item) : [inlinesFrom(item.children)]))

const node: z.ZodType<Node> = z.object({
  type: z.string().catch(''),
  text: z.string().catch(''),
  bold: z.boolean().catch(false),
  italic: z.boolean().catch(false),
  url: z.string().catch(''),
  level: z.number().catch(2),
  format: z.string().catch(''),
  image: z
    .object({ url: z.string(), alternativeText: z.string().catch('') })
    .transform(({ url, alternativeText }) => ({ url: safeLink(url) ?? '', alt: alternativeText }))
    .catch({ url: '', alt: '' }),
  children: z.array(z.lazy(() => node)).catch([]),
})

const inlinesFrom = (nodes: Node[], href?: string): Inline[] =>
  nodes.flatMap((child): Inline[] => {
    if (child.type === 'link') return inlinesFrom(child.children, safeLink(child.url) ?? undefined)
    return [
      {
        text: child.text,
        ...(child.bold && { bold: true }),
        ...(child.italic && { italic: true }),
        ...(href && { href }),
      },
    ]
  })

function fromNodes(nodes: Node[]): Block[] {
  return nodes.flatMap((block): Block[] => {
    if (block.type === 'heading')
      return [{ kind: 'heading', level: block.level > 2 ? 3 : 2, inlines: inlinesFrom(block.children) }]
    if (block.type === 'quote' || block.type === 'code' || block.type === 'paragraph')
      return [{ kind: block.type, inlines: inlinesFrom(block.children) }]
    if (block.type === 'image' && block.image.url !== '')
      return [{ kind: 'image', src: block.image.url, alt: block.image.alt }]
    if (block.type === 'list')
      return [
        {
          kind: 'list',
          isOrdered: block.format === 'ordered',
          items: itemsOf(block),
        },
      ]
    return []
  })
}

const deepest = 40
const isTooDeep = (value: unknown, depth = 0): boolean =>
  depth > deepest ||
  (typeof value === 'object' && value !== null && Object.values(value).some((item) => isTooDeep(item, depth + 1)))

export function parseRichText(value: unknown): Block[] {
  if (typeof value === 'string') return fromMarkdown(value)
  if (isTooDeep(value)) return []
  const nodes = z.array(node).safeParse(value)
  return nodes.success ? fromNodes(nodes.data) : []
}

export const richText = z.unknown().optional().transform(parseRichText).meta({ written: 'prose' })
