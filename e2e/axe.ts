import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Frame, Page } from 'playwright-core'
import { effort } from '../server/src/test/effort.ts'

/** The policy of the site would stop the checker itself. */
export const checked = { bypassCSP: true, reducedMotion: 'reduce' } as const

const checker = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Parts of pages in which nothing was found, by all that stands in them, around them and in the sheets of their page. */
const flawless = new Set<number>()

/**
 * Findings of axe in both themes, but for the merely minor ones: what a theme can change is contrast alone. The short
 * form looks at the light theme only where a journey is about the look of pages: half of a look is spent on it. And it
 * looks once at a part that is the same, to the letter, as one in which nothing was found: frame, lists and forms of a
 * site come again on each page.
 */
export async function faultsOf(
  page: Page | Frame,
  where: 'html' | 'main',
  isLightToo: boolean = effort.isLongForm,
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.addScriptTag({ path: checker })
    // A colour on its way from one theme to the other would be measured halfway.
    await page.addStyleTag({ content: '*, ::before, ::after { transition: none !important }' })
  }
  const parts = effort.isLongForm ? [] : await page.evaluate(readParts, [where, isLightToo] satisfies [string, boolean])
  const seen = parts.map((part) => flawless.has(part))
  if (seen[0]) return []
  const results = await page.evaluate(look, [where, isLightToo, seen] satisfies [string, boolean, boolean[]])
  const found = results
    .flatMap(({ violations }) => violations)
    .filter(({ impact }) => impact !== 'minor')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`))
  if (found.length === 0) for (const part of parts) flawless.add(part)
  return found
}

async function look([where, hasLight, seen]: [string, boolean, boolean[]]): Promise<AxeResults[]> {
  const { run } = Reflect.get(window, 'axe')
  const parts: Element[] = seen.length ? Reflect.get(window, 'partsToCheck') : []
  const context = { include: [where], exclude: parts.filter((_, place) => seen[place]) }
  const wear = async (theme: string) => {
    document.documentElement.dataset.theme = theme
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
  }
  const found: AxeResults[] = []
  if (hasLight) {
    await wear('light')
    found.push(await run(context, { resultTypes: ['violations'], runOnly: ['color-contrast'] }))
  }
  await wear('dark')
  return [...found, await run(context, { resultTypes: ['violations'] })]
}

/**
 * A sum of each part that is worth leaving out, the whole first. What a frame shows is not in the page that has it, so a
 * part with a frame has a sum that never comes again.
 */
function readParts([where, hasLight]: [string, boolean]): number[] {
  document.documentElement.dataset.theme = 'dark'
  const worthwhile = 12
  const add = (sum: number, text: string) => {
    let [high, low] = [Math.floor(sum / 4_294_967_296), sum | 0]
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      high = Math.imul(high ^ code, 2_654_435_761)
      low = Math.imul(low ^ code, 1_597_334_677) + (high >>> 13)
    }
    return 4_294_967_296 * (2_097_151 & high) + (low >>> 0)
  }
  const ownText = (element: Element) => {
    const bare = element.cloneNode(false)
    return bare instanceof Element ? bare.outerHTML : ''
  }
  type Read = { sum: number; own: number; size: number; inside: [Element, Read][] }
  const read = (element: Element): Read => {
    const own = add(0, ownText(element))
    const said = element instanceof HTMLInputElement ? `${element.value}${element.checked}` : ''
    const strange = element instanceof HTMLIFrameElement ? crypto.randomUUID() : ''
    const whole: Read = { own, sum: add(own, said + strange), size: 1, inside: [] }
    for (const child of element.childNodes) {
      if (!(child instanceof Element)) whole.sum = add(whole.sum, child.nodeValue ?? '')
      else {
        const part = read(child)
        whole.sum = add(whole.sum, `<${part.sum}>`)
        whole.size += part.size
        whole.inside.push([child, part])
      }
    }
    return whole
  }
  const sheets = [...document.querySelectorAll('head style, head link[rel=stylesheet]')].map((sheet) => sheet.outerHTML)
  const sums: number[] = []
  const elements: Element[] = []
  const list = (element: Element, part: Read, above: number) => {
    if (part.size < worthwhile && sums.length > 0) return
    sums.push(add(above, `<${part.sum}>`))
    elements.push(element)
    for (const [child, inside] of part.inside) list(child, inside, add(above, `<${part.own}>`))
  }
  const root = document.querySelector(where)
  if (!root) return []
  let above = add(0, [innerWidth, innerHeight, hasLight, location.hash, ...sheets].join())
  const around: Element[] = []
  for (let each = root.parentElement; each; each = each.parentElement) around.unshift(each)
  for (const each of around) above = add(above, `<${add(0, ownText(each))}>`)
  list(root, read(root), above)
  Reflect.set(window, 'partsToCheck', elements)
  return sums
}
