import { describe, expect, test } from 'vitest'
import { readForm, usageOf } from './command.ts'

describe('a form', () => {
  test.each([
    ['ban <login>', 'ban a', ['a']],
    ['games list', 'games list', []],
    ['payments off|on <provider> [note…]', 'payments on x', ['on', 'x']],
    ['payments off|on <provider> [note…]', 'payments off x too late', ['off', 'x', 'too', 'late']],
    ['statement <login> [purse]', 'statement a', ['a']],
    ['statement <login> [purse]', 'statement a fun', ['a', 'fun']],
    ['correct <login> <amount>', 'correct a -12.50', ['a', '-12.50']],
  ])('%s reads %s', (form, line, words) => {
    expect(readForm(form, line.split(' '))?.words).toEqual(words)
  })

  test.each([
    ['ban <login>', 'ban'],
    ['ban <login>', 'ban a b'],
    ['ban <login>', 'unban a'],
    ['ban <login>', 'ban --force'],
    ['payments off|on <provider>', 'payments shut x'],
    ['correct <login> --key <key>', 'correct a'],
    ['correct <login> --key <key>', 'correct a --key'],
    ['correct <login> --key <key>', 'correct a --key 1 --key 2'],
    ['verify [--recent]', 'verify --recent --recent'],
  ])('%s does not read %s', (form, line) => {
    expect(readForm(form, line.split(' '))).toBeNull()
  })

  test('has its flags wherever they stand', () => {
    const form = 'correct <login> <amount> --reason <text> --key <key> [--quiet]'
    const input = readForm(form, ['correct', '--key', '-1', 'a', '--quiet', '-2', '--reason', 'two words'])
    expect(input).toEqual({ words: ['a', '-2'], flags: { key: '-1', quiet: true, reason: 'two words' } })
  })

  test('is the line of its usage', () => {
    expect(usageOf({ form: 'ban <login>', about: 'blocks' })).toEqual([
      'npm run operator -- ban <login>           blocks',
    ])
    expect(usageOf({ form: 'payments off|on <provider>', about: 'closes' })).toEqual([
      'npm run operator -- payments off|on <provider>',
      '    closes',
    ])
  })
})
