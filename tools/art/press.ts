// Chromium turns SVG into pixels: librsvg cannot load a face from a file.
import { chromium } from 'playwright-core'
import { chromiumPath } from '../chromium.ts'
import { type Face, fontRule } from './faces.ts'
import type { Measure } from './tile-art.ts'

export async function openPress(faces: Face[]) {
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: ['--no-sandbox'] })
  const page = await browser.newPage()
  await page.setContent(`<style>body{margin:0}svg{display:block}${faces.map(fontRule).join('')}</style><main></main>`)
  await page.evaluate(() => Promise.all([...document.fonts].map((face) => face.load())))

  return {
    async measure(lines: { line: string; font: string }[]): Promise<Measure> {
      const widths = await page.evaluate((all) => {
        const pen = document.createElement('canvas').getContext('2d')
        if (!pen) throw new Error('no canvas')
        return all.map(({ line, font }) => {
          pen.font = `800 100px "${font}", Geologica`
          return [`${font}|${line}`, pen.measureText(line).width] as const
        })
      }, lines)
      const known = new Map(widths)
      return (line, font) => {
        const width = known.get(`${font}|${line}`)
        if (width === undefined) throw new Error(`not measured: ${line}`)
        return width
      }
    },

    async print(svg: string, width: number, height: number): Promise<Buffer> {
      await page.setViewportSize({ width, height })
      await page.locator('main').evaluate((main, drawing) => {
        main.innerHTML = drawing
      }, svg)
      return page.screenshot({ omitBackground: true, clip: { x: 0, y: 0, width, height } })
    },

    close: () => browser.close(),
  }
}
