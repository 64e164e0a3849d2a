import { betOf } from '../calls.ts'
import { type Case, check, no, same } from '../kit.ts'

export const form: Case[] = [
  {
    name: 'form: a field that a call does not have is refused',
    async run(table) {
      const before = await table.balance()
      no(await table.say('bet', betOf(table, { ammount: '1' })), 'ammount:UNKNOWN', 'a misspelt field')
      no(await table.say('win', betOf(table)), 'token:UNKNOWN', 'a bet that is sent as a win')
      no(await table.say('balance', { token: table.seat.token, player: '1' }), 'player:UNKNOWN', 'balance')
      same(table.text(await table.balance()), table.text(before), 'the balance')
    },
  },
  {
    name: 'form: every field is needed',
    async run(table) {
      const bet: Record<string, unknown> = betOf(table)
      for (const field of Object.keys(bet)) {
        const { [field]: _left, ...rest } = bet
        no(await table.say('bet', rest), `${field}:REQUIRED`, `without ${field}`)
      }
      for (const [field, value] of [
        ['transaction', ''],
        ['transaction', 'a b'],
        ['transaction', 'x'.repeat(101)],
        ['round', 5],
        ['player', 'me'],
        ['currency', 'XXX'],
        ['is_closed', 'yes'],
      ] as const) {
        no(await table.say('bet', { ...bet, [field]: value }), `${field}:INVALID`, `${field} ${JSON.stringify(value)}`)
      }
    },
  },
  {
    name: 'form: what is not a JSON object, or not a call, is refused',
    async run({ client, seat }) {
      for (const body of ['', 'x', '[]', '"text"', '1', 'null', '{"token":']) {
        const { status } = await client.send('balance', body)
        same(status, 400, `a body of ${JSON.stringify(body)}`)
      }
      const { status } = await client.send('jackpot', JSON.stringify({ token: seat.token }))
      check(status === 404 || status === 405, `an unknown call: got ${status}, wanted 404`)
    },
  },
]
