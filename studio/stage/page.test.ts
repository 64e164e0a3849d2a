import { expect, test } from 'vitest'
import type { Launch } from './launch.ts'
import { launchPage } from './page.ts'

const launch: Launch = {
  game: 'twin-dice',
  mode: 'demo',
  token: '</script><script>alert(1)</script>\u2028',
  locale: 'en',
  home: 'https://casino.example',
  record: null,
}
const page = launchPage({
  name: 'Tom & "Jerry" <b>',
  locale: 'ru',
  scripts: ['/studio/a.js'],
  styles: ['/studio/a.css'],
  preloads: ['/studio/b.js'],
  launch,
})

test('nothing in a launch can break out of its element', () => {
  expect(page.match(/<\/script>/g)).toHaveLength(2)
  expect(page).not.toContain('alert(1)</script>')
  expect(page).not.toContain('\u2028')
  const [, json = ''] = /id="launch">(.*?)<\/script>/.exec(page) ?? []
  expect(JSON.parse(json)).toEqual(launch)
})

test('names are text, whatever is in them', () => {
  expect(page).toContain('<title>Tom &amp; &quot;Jerry&quot; &lt;b&gt;</title>')
  expect(page).toContain('<html lang="ru">')
})

test('no line of script or style stands in the page itself', () => {
  expect(page).not.toMatch(/<style|style=|onload=|<script>/)
  expect(page.match(/crossorigin/g)).toHaveLength(3)
})
