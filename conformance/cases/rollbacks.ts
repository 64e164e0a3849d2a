import { betOf, times } from '../calls.ts'
import { type Case, no, same, yes } from '../kit.ts'

export const rollbacks: Case[] = [
  {
    name: 'rollback: of a bet gives it back, once, however often it is said',
    async run(table) {
      const before = await table.balance()
      const bet = betOf(table)
      yes(await table.say('bet', bet), 'bet')
      const said = table.named({ round: bet.round, reference: bet.transaction })
      const first = await table.say('rollback', said)
      table.left(first, before, 'rollback')
      const again = await times(16, () => table.say('rollback', said))
      for (const reply of again) same(reply.text, first.text, 'the same again')
      table.left(await table.rollback(bet.round, bet.transaction), before, 'another of the same bet')
      same(table.text(await table.balance()), table.text(before), 'the balance')
      no(await table.win(bet.round, table.unit), 'NO_BET', 'a win of a bet that is gone')
    },
  },
  {
    name: 'rollback: of a bet that has not come yet is remembered',
    async run(table) {
      const before = await table.balance()
      const bet = betOf(table)
      yes(await table.rollback(bet.round, bet.transaction), 'rollback first')
      for (let i = 0; i < 3; i += 1) no(await table.say('bet', bet), 'ROLLED_BACK', 'the late bet')
      same(table.text(await table.balance()), table.text(before), 'the balance')
    },
  },
  {
    name: 'rollback: and its bet at the same moment leave nothing, in either order',
    async run(table) {
      const before = await table.balance()
      await times(16, async () => {
        const bet = betOf(table)
        await Promise.all([table.say('bet', bet), table.rollback(bet.round, bet.transaction)])
      })
      same(table.text(await table.balance()), table.text(before), 'the balance')
    },
  },
  {
    name: 'rollback: of a win, and of both in one call',
    async run(table) {
      const { unit, id } = table
      const before = await table.balance()
      const round = id()
      await table.bet(round, unit)
      await table.win(round, 5n * unit, { transaction: `w-${round}` })
      table.left(await table.rollback(round, `w-${round}`), before - unit, 'of a win')
      await table.betwin(id(), unit, unit)
      const both = id()
      await table.betwin(both, 2n * unit, 9n * unit, { transaction: `bw-${both}` })
      table.left(await table.rollback(both, `bw-${both}`), before - unit, 'of both')
      yes(await table.win(round, unit), 'what is left')
    },
  },
  {
    name: 'rollback: of a win that is gone leaves no player below zero, and says what is missing',
    async run(table) {
      const { unit, id, text, seat } = table
      const before = await table.balance()
      const [round, other] = [id(), id()]
      await table.bet(round, before, { transaction: `b-${round}` })
      await table.win(round, 10n * unit, { transaction: `w-${round}` })
      await table.bet(other, 10n * unit, { transaction: `b-${other}` })
      const back = await table.rollback(round, `w-${round}`)
      table.left(back, 0n, 'rollback')
      same(back.data.shortfall, { amount: text(10n * unit), currency: seat.currency }, 'the shortfall')
      await table.rollback(round, `b-${round}`)
      await table.rollback(other, `b-${other}`)
    },
  },
  {
    name: 'rollback: means a bet or a win of its own round',
    async run(table) {
      const { id } = table
      const bet = betOf(table)
      await table.say('bet', bet)
      no(await table.rollback(id(), bet.transaction), 'ROUND_MISMATCH', 'another round')
      yes(await table.rollback(bet.round, bet.transaction, { transaction: `r-${bet.round}` }), 'rollback')
      no(await table.rollback(bet.round, `r-${bet.round}`), 'NOT_ROLLABLE', 'a rollback of a rollback')
    },
  },
]
