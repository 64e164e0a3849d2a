import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gateRefusals } from '@croupier/contract/control'
import { hello, readGameNote, readPageNote } from '@croupier/contract/game-notes'
import { currencies } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import { walletRefusals } from '@croupier/contract/wallet-refusals'
import { describe, expect, test } from 'vitest'
import { callKinds } from '../features/rounds/rounds.ts'
import { signCall } from '../signed-call.ts'

const text = readFileSync(join(import.meta.dirname, '../../../docs/wallet-protocol.md'), 'utf8')
const part = (heading: string) => text.split(new RegExp(`^#+ ${heading}$`, 'm'))[1]?.split(/^#+ /m)[0] ?? ''
const rows = (heading: string) =>
  part(heading)
    .split('\n')
    .filter((line) => /^\| `|^\| +`/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim().replace(/^`|`$/g, '')))
    .map((cells) => cells.slice(1, -1))

describe('what partners read is what the wallet does', () => {
  test('the signatures can be made again', () => {
    const secret = /The secret is `([^`]+)`/.exec(text)?.[1] ?? ''
    const vectors = rows('Signature vectors').filter(([timestamp = '']) => /^\d{13}$/.test(timestamp))
    expect(vectors).toHaveLength(3)
    for (const [timestamp = '', body = '', signature] of vectors)
      expect(signCall(secret, { timestamp, body })).toBe(signature)
  })

  test('every call is there, with the fields that it takes', () => {
    expect(
      rows('The calls')
        .map(([name]) => name)
        .sort(),
    ).toEqual(['balance', 'round', ...callKinds].sort())
  })

  test('every reason is there with its status, and no other', () => {
    const told = rows('Every no').map(([name = '', status]) => [name, Number(status)])
    const ours = walletRefusals.map((name) => [name.split(':')[1], new Refusal(name).status])
    const stakes = gateRefusals.filter((name) => !/^Authorization|^Billing|:NOT_AVAILABLE$/.test(name))
    const gates = stakes.map((name) => [name, new Refusal(name).status])
    expect(told).toEqual([...ours, ...gates])
  })

  test('currencies have the decimals that are promised', () => {
    const told = rows('Amounts').map(([code = '', decimals]) => [code, Number(decimals)])
    expect(told).toEqual(Object.entries(currencies).map(([code, { decimals }]) => [code, decimals]))
  })

  test('every note that is described is understood', () => {
    const money = { amount: '1.00', currency: 'EUR' }
    const filled = { balance: money, staked: money, won: money, wish: 'deposit', name: 'UserBanned', reason: null }
    const types = [...part('The page around it').matchAll(/^\| `\{type: '(\w+)'/gm)].map(([, type]) => type)
    expect(types).toHaveLength(8)
    for (const type of types) expect(readGameNote({ type, ...filled })).toMatchObject({ type })
    const heard = [
      ...part('The page around it')
        .split('\n')
        .slice(-3)
        .join()
        .matchAll(/\{type: '(\w+)'\}/g),
    ]
    expect(heard.map(([, type]) => type).filter((type) => type && readPageNote({ type }))).toHaveLength(4)
    expect(text).toContain(`{type: '${hello}'}`)
  })
})
