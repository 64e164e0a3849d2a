import { betOf, shifted } from '../calls.ts'
import { type Case, no, same, yes } from '../kit.ts'

export const signing: Case[] = [
  {
    name: 'signature: a right one is believed, over the bytes as they are sent',
    async run(table) {
      const { client, seat } = table
      yes(await client.send('balance', JSON.stringify({ token: seat.token })), 'compact JSON')
      yes(await client.send('balance', `{ "token" :\n "${seat.token}" }\n`), 'JSON with spaces')
      const escaped = [...seat.token].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
      yes(await client.send('balance', `{"token":"${escaped}"}`), 'JSON with escapes')
    },
  },
  {
    name: 'signature: a wrong, missing or borrowed one is refused, and nothing moves',
    async run(table) {
      const { client } = table
      const before = await table.balance()
      const body = JSON.stringify(betOf(table))
      const timestamp = String(Date.now())
      const right = client.sign(timestamp, body)
      const flipped = `${right.slice(0, -1)}${right.endsWith('0') ? '1' : '0'}`
      const wrong: [string, string, Record<string, string>][] = [
        ['one digit changed', body, { 'x-timestamp': timestamp, 'x-signature': flipped }],
        ['empty', body, { 'x-signature': '' }],
        ['of nothing', body, { 'x-timestamp': timestamp, 'x-signature': client.sign(timestamp, '') }],
        ['cut short', body, { 'x-timestamp': timestamp, 'x-signature': right.slice(0, 32) }],
        ['another time', body, { 'x-timestamp': String(Number(timestamp) + 1), 'x-signature': right }],
        ['a changed body', body.replace('1', '2'), { 'x-timestamp': timestamp, 'x-signature': right }],
        ['a space more', `${body} `, { 'x-timestamp': timestamp, 'x-signature': right }],
        ['an unknown provider', body, { 'x-provider': 'no-such-provider' }],
        ['seconds for milliseconds', body, { 'x-timestamp': timestamp.slice(0, 10) }],
        ['no time', body, { 'x-timestamp': '' }],
      ]
      for (const [what, said, headers] of wrong) no(await client.send('bet', said, headers), 'SIGNATURE', what, 401)
      same(table.text(await table.balance()), table.text(before), 'the balance')
    },
  },
  {
    name: 'clock: a new call more than 60 seconds away is refused, one within is taken',
    async run(table) {
      for (const seconds of [-90, 90, -86_400]) {
        no(await table.say('bet', betOf(table), shifted(seconds)), 'TIMESTAMP', `${seconds} s`, 401)
        const said = { token: table.seat.token }
        no(await table.say('balance', said, shifted(seconds)), 'TIMESTAMP', `balance, ${seconds} s`, 401)
      }
      const said = betOf(table)
      yes(await table.say('bet', said, shifted(-40)), '-40 s')
      yes(await table.rollback(said.round, said.transaction), 'rollback')
    },
  },
  {
    name: 'clock: a call that was answered is answered again, however late',
    async run(table) {
      const said = betOf(table)
      const first = await table.say('bet', said)
      yes(first, 'bet')
      for (const seconds of [-90, -86_400 * 30, 3_600]) {
        same((await table.say('bet', said, shifted(seconds))).text, first.text, `${seconds} s`)
      }
      yes(await table.rollback(said.round, said.transaction), 'rollback')
    },
  },
]
