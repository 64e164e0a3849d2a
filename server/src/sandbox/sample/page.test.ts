import { expect, test } from 'vitest'
import { gamePage, script } from './page.ts'

const seat = {
  id: 's',
  token: 't',
  mode: 'real',
  locale: 'en',
  currency: 'EUR',
  player: '7',
  home: 'https://house.example',
}

test.each([
  ['wheel-of-hours', 'Wheel of Hours'],
  ['goal-streak', 'Goal Streak'],
])('the page of %s has its name as heading and one main part, with nothing outside of landmarks', (game, name) => {
  const html = gamePage({ ...seat, game })
  expect(html.match(/<h1>[^<]*<\/h1>/g)).toEqual([`<h1>${name}</h1>`])
  const body = html.slice(html.indexOf('<body'))
  expect(body.match(/<main>/g)).toHaveLength(1)
  const outside = body
    .replace(/<body[^>]*>/, '')
    .replace(/<(header|main|footer|dialog|script)[^>]*>[\s\S]*?<\/\1>/g, '')
    .replace(/<\/body>|<\/html>/g, '')
  expect(outside.trim()).toBe('')
})

test.each(['en', 'es', 'ru'])(
  'the rules tell in %s what every choice pays, how likely it is and what comes back',
  (locale) => {
    const cells = (game: string) =>
      [...gamePage({ ...seat, game, locale }).matchAll(/<td>([^<]*)<\/td>/g)].map(([, cell]) => cell)
    const wheel = cells('wheel-of-hours')
    expect(wheel.slice(0, 4)).toEqual(['I', '×2', '24/50', '96.00 %'])
    expect(wheel.filter((cell) => cell === '96.00 %')).toHaveLength(6)
    expect(cells('goal-streak').slice(0, 4)).toEqual(['1', '×1.45', '66.67 %', '96.67 %'])
  },
)

test('what is sent to the browser can be read by it', () => {
  expect(() => new Function(script)).not.toThrow()
  for (const name of ['playWheel', 'playStreak', 'sampleTable'])
    expect(script).toContain(`const ${name} = function ${name}(`)
})
