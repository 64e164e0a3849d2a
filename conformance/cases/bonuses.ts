import { type Case, no, same, yes } from '../kit.ts'

/** A seat whose only money is a bonus of 30 units with one rule; what the rule forbids is refused and nothing moves. */
export const bonuses: Case[] = [
  {
    name: 'bonus money: more than its largest stake is refused, measured by the round',
    needs: ['bonusSeat'],
    async run(table) {
      const at = table.at(await table.world.bonusSeat?.('max_bet'))
      const { unit } = at
      const { data } = await at.say('balance', { token: at.seat.token })
      same(at.text(at.minorOf(data.bonus)), at.text(30n * unit), 'the part of the balance that is bonus money')
      const said = { transaction: at.id() }
      const refused = await at.bet(at.id(), 6n * unit, said)
      no(refused, 'BONUS_MAX_BET', 'six units where five are allowed')
      same(refused.noted.max_amount, { amount: at.text(5n * unit), currency: at.seat.currency }, 'max_amount')
      const round = at.id()
      at.left(await at.bet(round, 3n * unit, said), 27n * unit, 'three, under the id that was refused')
      no(await at.bet(round, 3n * unit), 'BONUS_MAX_BET', 'three more in the same round')
      at.left(await at.bet(round, 2n * unit), 25n * unit, 'two more')
      yes(await at.win(round, 0n, { is_closed: true }), 'the end')
    },
  },
  {
    name: 'bonus money: a game that its rules leave out is refused, and own money is named',
    needs: ['bonusSeat'],
    async run(table) {
      const at = table.at(await table.world.bonusSeat?.('excluded'))
      const refused = await at.bet(at.id(), at.unit)
      no(refused, 'BONUS_GAME_EXCLUDED', 'a stake')
      same(refused.noted.available_amount, { amount: at.text(0n), currency: at.seat.currency }, 'own money')
      same(at.text(await at.balance()), at.text(30n * at.unit), 'the balance')
    },
  },
  {
    name: 'bonus money: it is not staked before the player has agreed',
    needs: ['bonusSeat'],
    async run(table) {
      const at = table.at(await table.world.bonusSeat?.('asks_first'))
      no(await at.bet(at.id(), at.unit), 'BONUS_START', 'a stake')
      no(await at.betwin(at.id(), at.unit, at.unit), 'BONUS_START', 'a stake with its win')
      same(at.text(await at.balance()), at.text(30n * at.unit), 'the balance')
    },
  },
]
