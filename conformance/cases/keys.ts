import { betOf, times } from '../calls.ts'
import { type Case, no, same, yes } from '../kit.ts'

export const keys: Case[] = [
  {
    name: 'key: fifty at once with one id move money once, with one answer',
    async run(table) {
      const before = await table.balance()
      const said = betOf(table)
      const replies = await times(50, () => table.say('bet', said))
      for (const reply of replies) yes(reply, 'one of fifty')
      same(new Set(replies.map(({ text }) => text)).size, 1, 'different answers')
      same(table.text(await table.balance()), table.text(before - table.unit), 'the balance')
      const win = table.named({ round: said.round, amount: table.text(3n * table.unit) })
      const wins = await times(50, () => table.say('win', win))
      same(new Set(wins.map(({ text }) => text)).size, 1, 'different answers to a win')
      same(table.text(await table.balance()), table.text(before + 2n * table.unit), 'the balance after the win')
    },
  },
  {
    name: 'key: an answer is the same bytes for ever',
    async run(table) {
      const { unit, id } = table
      const before = await table.balance()
      const bet = betOf(table)
      const first = await table.say('bet', bet)
      yes(first, 'bet')
      const win = table.named({ round: bet.round, amount: table.text(2n * unit) })
      const paid = await table.say('win', win)
      await table.betwin(id(), unit, unit)
      same((await table.say('bet', bet)).text, first.text, 'the bet again')
      same((await table.say('win', win)).text, paid.text, 'the win again')
      same((await table.say('bet', { ...bet, amount: bet.amount })).text, first.text, 'the bet in another order')
      same(table.text(await table.balance()), table.text(before + unit), 'the balance')
    },
  },
  {
    name: 'key: the same id with other content is a conflict, and nothing moves',
    async run(table) {
      const { unit, id, text } = table
      const before = await table.balance()
      const bet = betOf(table)
      yes(await table.say('bet', bet), 'bet')
      for (const changed of [{ amount: text(2n * unit) }, { round: id() }, { is_closed: true }]) {
        no(await table.say('bet', { ...bet, ...changed }), 'KEY_CONFLICT', JSON.stringify(changed))
      }
      const { token: _token, ...asWin } = bet
      no(await table.say('win', asWin), 'KEY_CONFLICT', 'another call')
      same(text(await table.balance()), text(before - unit), 'the balance')
      yes(await table.rollback(bet.round, bet.transaction), 'rollback')
    },
  },
  {
    name: 'key: a refused call leaves nothing behind: its id may try again',
    async run(table) {
      const { unit, text } = table
      const before = await table.balance()
      const bet = betOf(table)
      no(await table.say('bet', { ...bet, amount: text(before + unit) }), 'INSUFFICIENT_FUNDS', 'too much')
      table.left(await table.say('bet', bet), before - unit, 'the same id')
      yes(await table.rollback(bet.round, bet.transaction), 'rollback')
    },
  },
  {
    name: 'key: after a cut connection the same call moves money once',
    async run(table) {
      const before = await table.balance()
      for (let i = 0; i < 8; i += 1) {
        const bet = betOf(table)
        await table.client.sayAndHangUp('bet', bet)
        yes(await table.say('bet', bet), 'the bet again')
        const win = table.named({ round: bet.round, amount: bet.amount })
        await table.client.sayAndHangUp('win', win)
        yes(await table.say('win', win), 'the win again')
      }
      same(table.text(await table.balance()), table.text(before), 'the balance')
    },
  },
]
