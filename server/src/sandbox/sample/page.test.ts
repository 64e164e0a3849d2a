import { expect, test } from 'vitest'
import { gamePage } from './page.ts'

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
