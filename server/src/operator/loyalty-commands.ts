import type { OrderStatus } from '@croupier/contract/loyalty'
import { begin } from '../db/db.ts'
import { live, stopPublished } from '../features/campaigns/campaigns.ts'
import { loyaltyHouse } from '../features/loyalty/loyalty.ts'
import { publishRecord } from './campaign-commands.ts'
import type { Command, Result, RunCommand } from './command.ts'
import { forPlayer } from './player-commands.ts'
import { withAnnounce } from './with-announce.ts'

const no = (...lines: string[]): Result => ({ lines, code: 1 })
const yes = (...lines: string[]): Result => ({ lines, code: 0 })

const show =
  (login: string): RunCommand =>
  ({ db }) =>
    forPlayer(db, login, async ({ playerId, login: name }) => {
      const club = await loyaltyHouse.read(db.sql, playerId)
      const { points, differences } = await loyaltyHouse.recompute(db.sql, playerId)
      return yes(
        `${name}: programme ${club.program ?? 'none'}, level ${club.level}, ${club.earned} points earned, ${points} of them by play, ${club.isActive ? 'on' : 'switched off'}`,
        ...differences,
      )
    })

const give =
  (login: string, points: string, key: string, words: string): RunCommand =>
  (site) =>
    forPlayer(site.db, login, ({ playerId, login: name }) =>
      withAnnounce(site.db, async (announce) => {
        const gift = { playerId, points: BigInt(points), key, words }
        const given = await begin(site.db, (tx) => loyaltyHouse.give(announce, tx, gift))
        if (given === 'conflict') return no(`The key ${key} was for another gift.`)
        return given === 'given' ? yes(`${name} has ${points} points more.`) : yes(`The key ${key} gave them before.`)
      }),
    )

const recompute =
  (login: string): RunCommand =>
  ({ db }) =>
    forPlayer(db, login, async ({ playerId, login: name }) => {
      const { points, given, differences } = await loyaltyHouse.recompute(db.sql, playerId)
      const said = `${name}: ${points} points by the lines, ${given} were given`
      return differences.length === 0 ? yes(said, 'OK') : no(said, ...differences)
    })

const mostShown = 100

const verify =
  (sample: number | null): RunCommand =>
  async ({ db }) => {
    const wrong: string[] = []
    let count = 0
    const players = sample === null ? loyaltyHouse.players(db.sql) : await loyaltyHouse.sample(db.sql, sample)
    for await (const playerId of players) {
      count += 1
      const { differences } = await loyaltyHouse.recompute(db.sql, playerId)
      wrong.push(...differences.map((each) => `player ${playerId}: ${each}`))
      if (wrong.length >= mostShown) break
    }
    return wrong.length === 0
      ? yes(`${count} players, all points follow from their lines.`)
      : no(...wrong.slice(0, mostShown))
  }

const listOrders: RunCommand = async ({ db }) => {
  const orders = await loyaltyHouse.openOrders(db.sql)
  const lines = orders.map(
    ({ id, playerId, product, status, madeAt, note }) =>
      `${id}  ${product}  player ${playerId}  ${status}  ${madeAt.toISOString()}${note && `  ${note}`}`,
  )
  return yes(...(lines.length > 0 ? lines : ['Nothing waits to be sent.']))
}

const changeTo =
  (id: string, to: OrderStatus, note: string): RunCommand =>
  async ({ db }) => {
    const change = await begin(db, (tx) => loyaltyHouse.changeOrder(tx, BigInt(id), to, note))
    if (change.kind === 'unknown') return no(`There is no order ${id}.`)
    return change.kind === 'no' ? no(`The order ${id} is ${change.status}.`) : yes(`The order ${id} is ${to}.`)
  }

const listQuests: RunCommand = async ({ db }) => {
  const quests = await live.quests.all(db.sql)
  const lines = quests.map(
    ({ sysname, terms, stoppedAt, publishedAt, hash }) =>
      `${sysname}  ${terms.period}, ${terms.reward} points, ${terms.steps.map(({ kind }) => kind).join(' + ')}  ${stoppedAt ? 'stopped' : `since ${publishedAt.toISOString()}, ${hash}`}`,
  )
  return yes(...(lines.length > 0 ? lines : ['No quest was ever published.']))
}

const isId = (word: string) => /^[1-9]\d{0,17}$/.test(word)
const isKey = (word: string) => /^[\w.:-]{1,100}$/.test(word)

export const loyaltyCommands: Command[] = [
  {
    form: 'loyalty show <login>',
    about: 'programme, level and points of a player',
    read: ({ words: [login = ''] }) => show(login),
  },
  {
    form: 'loyalty give <login> <points> <key> <word> [words…]',
    about: 'gives points, once for each key; the words stand in the statement',
    read: ({ words: [login = '', points = '', key = '', ...words] }) =>
      /^[1-9]\d{0,6}$/.test(points) && isKey(key) ? give(login, points, key, words.join(' ')) : null,
  },
  {
    form: 'loyalty recompute <login>',
    about: 'computes the points of a player anew from the ledger; ends with 1 on a difference',
    read: ({ words: [login = ''] }) => recompute(login),
  },
  {
    form: 'loyalty verify [count]',
    about: 'the same for all players, or for so many of them, by chance',
    read: ({ words: [count] }) => {
      if (count === undefined) return verify(null)
      return /^[1-9]\d{0,6}$/.test(count) ? verify(Number(count)) : null
    },
  },
  { form: 'orders list', about: 'goods that wait to be sent or to arrive', read: () => listOrders },
  {
    form: 'orders send <id> <word> [words…]',
    about: 'goods are on their way; the player reads the words',
    read: ({ words: [id = '', ...words] }) => (isId(id) ? changeTo(id, 'sent', words.join(' ')) : null),
  },
  {
    form: 'orders done <id>',
    about: 'goods have arrived',
    read: ({ words: [id = ''] }) => (isId(id) ? changeTo(id, 'done', '') : null),
  },
  {
    form: 'orders return <id> <word> [words…]',
    about: 'goods came back: so do the points; the player reads the words',
    read: ({ words: [id = '', ...words] }) => (isId(id) ? changeTo(id, 'returned', words.join(' ')) : null),
  },
  { form: 'quests list', about: 'quests that were published', read: () => listQuests },
  {
    form: 'quests publish <sysname> [word]',
    about: 'puts a quest in force, as it is written now; the word is publish',
    read: ({ words: [name = '', word] }) =>
      word === undefined || word === 'publish' ? publishRecord(`quests/${name}`, word) : null,
  },
  {
    form: 'quests stop <sysname>',
    about: 'ends a quest at once on every node; what was paid stays',
    read:
      ({ words: [name = ''] }) =>
      async ({ db }) =>
        (await begin(db, (tx) => stopPublished(tx, 'quests', name, 'operator')))
          ? yes(`The quest ${name} is over.`)
          : no(`No quest ${name} is in force.`),
  },
]
