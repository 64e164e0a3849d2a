import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Frame, Page } from 'playwright-core'
import { effort } from '../server/src/test/effort.ts'

/** The policy of the site would stop the checker itself. */
export const checked = { bypassCSP: true, reducedMotion: 'reduce' } as const

const checker = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/**
 * Findings of axe in both themes, but for the merely minor ones: what a theme can change is contrast alone. The short
 * form looks at the light theme only where a journey is about the look of pages: half of a look is spent on it.
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
  const look = async ([context, hasLight]: [string, boolean]): Promise<AxeResults[]> => {
    const { run } = Reflect.get(window, 'axe')
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
  const results = await page.evaluate(look, [where, isLightToo] satisfies [string, boolean])
  return results
    .flatMap(({ violations }) => violations)
    .filter(({ impact }) => impact !== 'minor')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`))
}
