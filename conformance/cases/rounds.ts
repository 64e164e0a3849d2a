import { type Case, no, same, yes } from '../kit.ts'

export const rounds: Case[] = [
  {
    name: 'round: a bet takes, a win pays, the answers say so',
    async run(table) {
      const { unit, id } = table
      const before = await table.balance()
      const round = id()
      const bet = await table.bet(round, 5n * unit, { transaction: `b-${round}` })
      table.left(bet, before - 5n * unit, 'bet')
      same([bet.data.transaction, bet.data.round], [`b-${round}`, round], 'the names in the answer')
      table.left(await table.win(round, 7n * unit), before + 2n * unit, 'win')
      table.left(await table.win(round, 0n), before + 2n * unit, 'the end')
      same(table.text(await table.balance()), table.text(before + 2n * unit), 'the balance')
    },
  },
  {
    name: 'round: its state can be asked for',
    async run(table) {
      const { unit, id, text } = table
      const round = id()
      await table.bet(round, 2n * unit, { transaction: `b-${round}` })
      await table.win(round, unit, { transaction: `w-${round}`, is_closed: true })
      const { data } = await table.say('round', { round })
      const { currency, player, game } = table.seat
      same(
        [data.player, data.game, data.staked, data.won, data.is_closed],
        [player, game, { amount: text(2n * unit), currency }, { amount: text(unit), currency }, true],
        'the round',
      )
      const actions = Array.isArray(data.actions) ? data.actions : []
      same(
        actions.map(({ transaction, kind }) => [transaction, kind]),
        [
          [`b-${round}`, 'bet'],
          [`w-${round}`, 'win'],
        ],
        'its calls',
      )
      no(await table.say('round', { round: id() }), 'round:UNKNOWN', 'a round that never was')
    },
  },
  {
    name: 'round: bet and win in one call',
    async run(table) {
      const { unit, id } = table
      const before = await table.balance()
      const round = id()
      table.left(await table.betwin(round, 3n * unit, 2n * unit), before - unit, 'betwin')
      no(await table.bet(round, unit), 'ROUND_CLOSED', 'a bet after it')
      const open = id()
      yes(await table.betwin(open, unit, unit, { is_closed: false }), 'betwin that stays open')
      yes(await table.bet(open, unit), 'a bet in it')
      yes(await table.win(open, unit), 'its win')
    },
  },
  {
    name: 'round: several bets and wins',
    async run(table) {
      const { unit, id } = table
      const before = await table.balance()
      const round = id()
      for (let i = 0; i < 3; i += 1) yes(await table.bet(round, unit), 'bet')
      for (let i = 0; i < 3; i += 1) yes(await table.win(round, 2n * unit), 'win')
      same(table.text(await table.balance()), table.text(before + 3n * unit), 'the balance')
    },
  },
  {
    name: 'round: a win of nothing closes it; a late win is still paid',
    async run(table) {
      const { unit, id } = table
      const before = await table.balance()
      const round = id()
      await table.bet(round, unit)
      yes(await table.win(round, 0n), 'a win of nothing')
      no(await table.bet(round, unit), 'ROUND_CLOSED', 'a bet after the end')
      table.left(await table.win(round, 4n * unit), before + 3n * unit, 'a late win')
      const told = id()
      yes(await table.bet(told, unit, { is_closed: true }), 'a bet that closes')
      no(await table.bet(told, unit), 'ROUND_CLOSED', 'a bet after it')
      yes(await table.win(told, unit), 'its win')
    },
  },
  {
    name: 'round: a bet of nothing opens it',
    async run(table) {
      const { unit, id } = table
      const before = await table.balance()
      const round = id()
      table.left(await table.bet(round, 0n), before, 'a bet of nothing')
      table.left(await table.win(round, unit), before + unit, 'its win')
    },
  },
  {
    name: 'round: nothing is won without a bet; the same call is paid when there is one',
    async run(table) {
      const { unit, id } = table
      const before = await table.balance()
      const round = id()
      const said = { transaction: `w-${round}` }
      no(await table.win(round, unit, said), 'NO_BET', 'a win alone')
      yes(await table.bet(round, unit), 'bet')
      table.left(await table.win(round, 2n * unit, said), before + unit, 'the win again')
    },
  },
]
