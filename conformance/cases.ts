import { type Case, check, no, type Seat, same, type Table, yes } from './kit.ts'

const shifted = (seconds: number) => ({ 'x-timestamp': String(Date.now() + seconds * 1000) })

type Bet = Record<string, unknown> & { transaction: string; round: string }

const betOf = ({ seat, common, id, text, unit }: Table, said: Record<string, unknown> = {}): Bet => ({
  ...common,
  token: seat.token,
  amount: text(unit),
  ...said,
  transaction: id(),
  round: id(),
})

const times = <T>(count: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))

const signing: Case[] = [
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
        ['an unknown provider', body, { 'x-provider': 'nobody-knows-it' }],
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

const rounds: Case[] = [
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

const keys: Case[] = [
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

const rollbacks: Case[] = [
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
    name: 'rollback: and its bet at the same moment leave nothing, whoever is first',
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
    name: 'rollback: of a win that is gone leaves nobody below zero, and says what is missing',
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

const seats: Case[] = [
  {
    name: 'seat: a token is one player, one game, one currency',
    async run(table) {
      const { unit, id, seat } = table
      const before = await table.balance()
      const other = seat.currency === 'USD' ? 'EUR' : 'USD'
      no(await table.bet(id(), unit, { token: 'made-up' }), 'token:UNKNOWN', 'a token that nobody knows')
      no(await table.bet(id(), unit, { game: 'another-game' }), 'SESSION_MISMATCH', 'another game')
      no(await table.bet(id(), unit, { currency: other, amount: '1' }), 'SESSION_MISMATCH', 'another currency')
      no(await table.bet(id(), unit, { player: '999999999999' }), 'player:UNKNOWN', 'a player who is not')
      no(await table.say('balance', { token: 'made-up' }), 'token:UNKNOWN', 'the balance of nobody')
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

const money: Case[] = [
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

const form: Case[] = [
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

const spins: Case[] = [
  {
    name: 'free spins: the pack pays the stake, the player gets the win, once',
    needs: ['grantSpins'],
    async run(table) {
      const { unit, seat, world } = table
      const before = await table.balance()
      const pack = (await world.grantSpins?.(seat, 3, false)) ?? ''
      const offered = async () => {
        const { data } = await table.say('balance', { token: seat.token })
        const list = Array.isArray(data.free_spins) ? data.free_spins : []
        return list.find((each) => each.pack === pack)?.remaining ?? 0
      }
      same(await offered(), 3, 'spins that are offered')
      const said = table.named({ token: seat.token, round: table.id(), pack, amount: table.text(2n * unit) })
      const first = await table.say('freespin', said)
      table.left(first, before + 2n * unit, 'a spin')
      const again = await times(16, () => table.say('freespin', said))
      for (const reply of again) same(reply.text, first.text, 'the same again')
      same(await offered(), 2, 'spins that are left')
      const rest = await times(16, () => table.freespin(pack, unit))
      same(rest.filter(({ status }) => status === 200).length, 2, 'spins that were taken')
      for (const reply of rest) if (reply.status !== 200) no(reply, 'PACK_USED', 'one more')
      same(table.text(await table.balance()), table.text(before + 4n * unit), 'the balance')
      yes(await table.rollback(said.round, said.transaction), 'rollback')
      same(await offered(), 1, 'a spin that came back')
      table.left(await table.freespin(pack, 0n), before + 2n * unit, 'and was made again')
    },
  },
  {
    name: 'free spins: a pack that is over or unknown is not spun',
    needs: ['grantSpins'],
    async run(table) {
      no(await table.freespin('999999999', table.unit), 'PACK_UNKNOWN', 'a pack that never was')
      const over = (await table.world.grantSpins?.(table.seat, 1, true)) ?? ''
      no(await table.freespin(over, table.unit), 'PACK_EXPIRED', 'a pack whose time is over')
    },
  },
]

export const cases: readonly Case[] = [
  ...signing,
  ...rounds,
  ...keys,
  ...rollbacks,
  ...seats,
  ...money,
  ...form,
  ...spins,
]
