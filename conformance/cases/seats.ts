import { type Case, check, no, type Seat, same, yes } from '../kit.ts'

export const seats: Case[] = [
  {
    name: 'seat: a token is one player, one game, one currency',
    async run(table) {
      const { unit, id, seat } = table
      const before = await table.balance()
      const other = seat.currency === 'USD' ? 'EUR' : 'USD'
      no(await table.bet(id(), unit, { token: 'made-up' }), 'token:UNKNOWN', 'a token that was never given')
      no(await table.bet(id(), unit, { game: 'another-game' }), 'SESSION_MISMATCH', 'another game')
      no(await table.bet(id(), unit, { currency: other, amount: '1' }), 'SESSION_MISMATCH', 'another currency')
      // Nothing tells whether there is such a player.
      no(await table.bet(id(), unit, { player: '999999999999' }), 'SESSION_MISMATCH', 'a player who is not')
      no(await table.rollback(id(), id(), { player: '999999999999' }), 'player:UNKNOWN', 'a rollback for a stranger')
      no(await table.say('balance', { token: 'made-up' }), 'token:UNKNOWN', 'the balance of an unknown token')
      const round = id()
      await table.bet(round, unit)
      no(await table.win(round, unit, { game: 'another-game' }), 'ROUND_MISMATCH', 'a win of another game')
      no(await table.win(round, unit, { currency: other, amount: '1' }), 'ROUND_MISMATCH', 'a win in another currency')
      yes(await table.win(round, unit), 'its win')
      same(table.text(await table.balance()), table.text(before), 'the balance')
    },
  },
  {
    name: 'seat: a token that is over takes no stake, but what was won is paid and what failed comes back',
    needs: ['expire'],
    async run(table) {
      const { id, text, unit } = table
      const [won, failed] = [id(), id()]
      const named = (seat: Seat, said: Record<string, unknown>) => ({
        ...{ transaction: id(), game: seat.game, player: seat.player, currency: seat.currency },
        ...said,
      })
      const bet = (seat: Seat, round: string, said = {}) =>
        table.say('bet', named(seat, { token: seat.token, round, amount: text(unit), ...said }))
      const seat = await table.world.expire?.(async (fresh) => {
        yes(await bet(fresh, won), 'a bet before')
        yes(await bet(fresh, failed, { transaction: `b-${failed}` }), 'another')
      })
      check(seat !== undefined, 'no seat')
      no(await bet(seat, id()), 'SESSION_EXPIRED', 'a bet after')
      yes(await table.say('win', named(seat, { round: won, amount: text(unit) })), 'the win after')
      yes(await table.say('rollback', named(seat, { round: failed, reference: `b-${failed}` })), 'the rollback after')
    },
  },
  {
    name: 'seat: a closed game takes no stake, and pays',
    needs: ['whileClosed'],
    async run(table) {
      const { unit, id } = table
      const before = await table.balance()
      const round = id()
      await table.bet(round, unit)
      await table.world.whileClosed?.(table.seat, async () => {
        no(await table.bet(id(), unit), 'GAME_CLOSED', 'a bet')
        yes(await table.win(round, unit), 'the win')
      })
      same(table.text(await table.balance()), table.text(before), 'the balance')
    },
  },
]
