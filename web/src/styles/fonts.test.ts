import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

test('a file of letters that comes late touches only text of its own script', async () => {
  const sheet = await readFile(new URL('./fonts.css', import.meta.url), 'utf8')
  const loaded = [...sheet.matchAll(/@font-face \{[^}]*?font-family: ("[^"]+")[^}]*?src: url\(/g)].map(
    ([, name]) => name,
  )
  const lists = [...sheet.matchAll(/--f-\w+:([^;]*);/g)].map(([, list = '']) => list)
  expect(loaded).toHaveLength(6)
  expect(new Set(loaded).size).toBe(loaded.length)
  for (const name of loaded) expect(lists.filter((list) => list.includes(String(name)))).toHaveLength(1)
})
