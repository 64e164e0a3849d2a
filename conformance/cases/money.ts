import { betOf } from '../calls.ts'
import { type Case, check, no, same, yes } from '../kit.ts'

export const money: Case[] = [
  {
    name: 'money: more than there is is refused with what there is, and nothing moves',
    async run(table) {
      const { unit, id, text } = table
      const before = await table.balance()
      const reply = await table.bet(id(), before + 1n)
      no(reply, 'INSUFFICIENT_FUNDS', 'one more than there is')
      check(reply.text.includes(`"${text(before)}"`), 'the refusal does not say what is available')
      no(await table.betwin(id(), before + unit, 100n * unit), 'INSUFFICIENT_FUNDS', 'the win does not pay its own bet')
      same(text(await table.balance()), text(before), 'the balance')
    },
  },
  {
    name: 'money: sixty-four stakes at once take what there is, not one more',
    async run(table) {
      const { text } = table
      const before = await table.balance()
      const stake = before / 32n
      const bets = Array.from({ length: 64 }, () => betOf(table, { amount: text(stake) }))
      const replies = await Promise.all(bets.map((bet) => table.say('bet', bet)))
      const taken = replies.filter(({ status }) => status === 200)
      same(taken.length, Number(before / stake), 'stakes that were taken')
      for (const reply of replies) if (reply.status !== 200) no(reply, 'INSUFFICIENT_FUNDS', 'one of the others')
      same(text(await table.balance()), text(before - stake * BigInt(taken.length)), 'the balance')
      const left = taken.map(({ data }) => table.minorOf(data.balance))
      same(new Set(left.map(String)).size, taken.length, 'balances in the answers')
      await Promise.all(bets.map((bet) => table.rollback(bet.round, bet.transaction)))
      same(text(await table.balance()), text(before), 'the balance in the end')
    },
  },
  {
    name: 'money: amounts beyond what a floating number holds are exact',
    async run(table) {
      const { id, text } = table
      const before = await table.balance()
      const round = id()
      await table.bet(round, 0n)
      const great = 900_719_925_474_099_301n
      table.left(await table.win(round, great, { transaction: `w-${round}` }), before + great, 'a great win')
      same(text(await table.balance()), text(before + great), 'the balance')
      table.left(await table.rollback(round, `w-${round}`), before, 'its rollback')
      no(await table.win(round, 10n ** 24n), 'amount:INVALID', 'more than any purse holds')
    },
  },
  {
    name: 'money: an amount is decimal text, exactly',
    async run(table) {
      const before = await table.balance()
      const wrong = [1, 1.5, null, true, '', '-1', '+1', '1e3', '1,00', ' 1', '1 ', '01', '1.', '.5', '0x1', 'NaN', '٣']
      for (const amount of [...wrong, '1.001']) {
        no(await table.say('bet', betOf(table, { amount })), 'amount:INVALID', JSON.stringify(amount))
      }
      const bet = betOf(table, { amount: '1.5' })
      yes(await table.say('bet', bet), 'fewer decimals than the currency has')
      table.left(await table.rollback(bet.round, bet.transaction), before, 'its rollback')
    },
  },
  ...(
    [
      ['JPY', '1.0', '1'],
      ['USDT', '0.0000001', '0.000001'],
    ] as const
  ).map(
    ([currency, tooFine, smallest]): Case => ({
      name: `money: ${currency} has decimals of its own`,
      currency,
      async run(table) {
        const before = await table.balance()
        no(await table.say('bet', betOf(table, { amount: tooFine })), 'amount:INVALID', tooFine)
        const bet = betOf(table, { amount: smallest })
        table.left(await table.say('bet', bet), before - 1n, smallest)
        table.left(await table.rollback(bet.round, bet.transaction), before, 'its rollback')
      },
    }),
  ),
]
