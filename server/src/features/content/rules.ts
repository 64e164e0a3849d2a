import type { Redirect } from '@croupier/contract/content'
import { safePath } from '@croupier/contract/safe-path'
import type { Seo } from '@croupier/contract/seo'

/** `*` stands for anything, also nothing; the whole text must match. No regular expression: editors write these. */
export function matchWildcard(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return pattern === text
  const last = rest.pop() ?? ''
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false
  const end = text.length - last.length
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0 || found + part.length > end) return false
    at = found + part.length
  }
  return true
}

type RobotsRule = { isAllow: boolean; pattern: string }

/** The rules of robots.txt for every robot (`*`). */
export function robotsRules(robots: string): RobotsRule[] {
  const rules: RobotsRule[] = []
  let agents: string[] = []
  let isHeading = false
  for (const line of robots.split(/\r?\n/)) {
    const [name = '', ...words] = (line.split('#')[0] ?? '').split(':')
    const value = words.join(':').trim()
    const field = name.trim().toLowerCase()
    if (field === 'user-agent') {
      agents = isHeading ? [...agents, value] : [value]
      isHeading = true
    } else if (field === 'allow' || field === 'disallow') {
      isHeading = false
      if (value && agents.includes('*')) rules.push({ isAllow: field === 'allow', pattern: value })
    }
  }
  return rules
}

const matchesRule = ({ pattern }: RobotsRule, path: string) =>
  pattern.endsWith('$') ? matchWildcard(pattern.slice(0, -1), path) : matchWildcard(`${pattern}*`, path)

/** The longest rule wins; of two equally long ones, the one that allows. */
export function isDisallowed(rules: readonly RobotsRule[], path: string): boolean {
  const [winner] = rules
    .filter((rule) => matchesRule(rule, path))
    .sort((a, b) => b.pattern.length - a.pattern.length || Number(b.isAllow) - Number(a.isAllow))
  return winner !== undefined && !winner.isAllow
}

type RedirectTarget = { to: string; isExternal: boolean }

const longestChain = 10

/** Where a path leads. A rule that leads back to where it started, at once or through others, is no rule. */
export function matchRedirect(redirects: readonly Redirect[], path: string): RedirectTarget | null {
  const target = nextTarget(redirects, path)
  const seen = new Set([bare(path)])
  for (let step = target; step && !step.isExternal; step = nextTarget(redirects, step.to)) {
    if (seen.has(bare(step.to)) || seen.size > longestChain) return null
    seen.add(bare(step.to))
  }
  return target
}

function nextTarget(redirects: readonly Redirect[], path: string): RedirectTarget | null {
  const asked = bare(path)
  for (const { from_url, to_url } of redirects) {
    if (!matchWildcard(bare(from_url), asked)) continue
    const target = targetOf(to_url)
    if (target && (target.isExternal || bare(target.to) !== asked)) return target
  }
  return null
}

function targetOf(to: string): RedirectTarget | null {
  const path = safePath(to)
  if (path) return { to: path, isExternal: false }
  const url = URL.parse(to)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  return { to: url.href, isExternal: true }
}

/** The path alone, readable, without a last slash: three spellings of one address. */
function bare(path: string): string {
  const [plain = ''] = path.split(/[?#]/)
  const short = plain.length > 1 ? plain.replace(/\/$/, '') : plain
  try {
    return decodeURI(short)
  } catch {
    return short
  }
}

/** The path a SEO record is looked up by. */
export const seoPath = bare

/** Fields that speak of one page, and so are never taken from the domain's record. */
const ofOnePage = ['canonical', 'text', 'schemaFaq', 'schemaArticle', 'product'] as const

export const ofDomain = (seo: Seo): Seo => ({
  ...seo,
  ...Object.fromEntries(ofOnePage.map((field) => [field, blank(seo[field])])),
})

const blank = (value: unknown) => (typeof value === 'string' ? '' : Array.isArray(value) ? [] : null)

/** Field by field: what the finer record leaves empty comes from the broader one. */
export function mergeSeo(fine: Seo, broad: Seo): Seo {
  const ownNames = new Set(fine.meta.map(({ name }) => name))
  return {
    title: fine.title || broad.title,
    description: fine.description || broad.description,
    robots: fine.robots || broad.robots,
    canonical: fine.canonical || broad.canonical,
    openGraph: mergeOpenGraph(fine.openGraph, broad.openGraph),
    meta: [...fine.meta, ...broad.meta.filter(({ name }) => !ownNames.has(name))],
    schemaFaq: fine.schemaFaq.length > 0 ? fine.schemaFaq : broad.schemaFaq,
    schemaArticle: fine.schemaArticle ?? broad.schemaArticle,
    organization: fine.organization ?? broad.organization,
    product: fine.product ?? broad.product,
    replacements: { ...broad.replacements, ...fine.replacements },
    text: fine.text || broad.text,
  }
}

/** A page with words of its own keeps them; only the picture of the domain may stand beside them. */
function mergeOpenGraph(fine: Seo['openGraph'], broad: Seo['openGraph']): Seo['openGraph'] {
  if (!fine.title && !fine.description) return { ...broad, image: fine.image || broad.image }
  return { ...fine, image: fine.image || broad.image }
}

/** Puts a record's own replacements into its texts; other tokens wait for the page, which knows them. */
export function fillReplacements(seo: Seo): Seo {
  const fill = (text: string) =>
    text.replace(/##(\w+)##/g, (token, name: string) =>
      Object.hasOwn(seo.replacements, name) ? (seo.replacements[name] ?? '') : token,
    )
  return {
    ...seo,
    title: fill(seo.title),
    description: fill(seo.description),
    canonical: fill(seo.canonical),
    text: fill(seo.text),
    openGraph: { ...seo.openGraph, title: fill(seo.openGraph.title), description: fill(seo.openGraph.description) },
    meta: seo.meta.map(({ name, content }) => ({ name, content: fill(content) })),
    schemaFaq: seo.schemaFaq.map(({ question, answer }) => ({ question: fill(question), answer: fill(answer) })),
    schemaArticle: seo.schemaArticle && { ...seo.schemaArticle, headline: fill(seo.schemaArticle.headline) },
    product: seo.product && {
      ...seo.product,
      name: fill(seo.product.name),
      description: fill(seo.product.description),
    },
  }
}

/** Fields that an editor wrote and parsing did not take, for the log. Normalised links are not worth a line. */
export function replacedFields(written: unknown, taken: unknown, path = ''): string[] {
  if (taken === undefined || written === null || written === undefined) return []
  if (Array.isArray(written)) {
    if (!Array.isArray(taken)) return [path]
    return written.length === taken.length
      ? written.flatMap((item, at) => replacedFields(item, taken[at], `${path}.${at}`))
      : [path]
  }
  if (typeof written === 'object') {
    // A file of the content backend becomes its address, a part that holds nothing none at all.
    if (typeof taken === 'string') return taken === '' ? [path] : []
    if (typeof taken !== 'object' || Array.isArray(taken)) return [path]
    if (taken === null) return []
    const kept = new Map(Object.entries(taken))
    return Object.entries(written).flatMap(([key, value]) =>
      replacedFields(value, kept.get(key), path ? `${path}.${key}` : key),
    )
  }
  // Text may become blocks or a moment, but never a part or an empty list.
  if (Array.isArray(taken)) return written !== '' && taken.length === 0 ? [path] : []
  if (typeof taken === 'object') return taken === null || taken instanceof Date ? [] : [path]
  return written === taken || (typeof taken === 'string' && taken !== '' && taken.startsWith(String(written)))
    ? []
    : [path]
}
