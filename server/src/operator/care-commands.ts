import { begin } from '../db/db.ts'
import { lockPlayer } from '../features/account/account.ts'
import { careHouse } from '../features/limits/limits.ts'
import type { Command, RunCommand } from './command.ts'
import { forPlayer } from './player-commands.ts'
import { withContent } from './site-content.ts'

/** From now on nothing that invites reaches this player, who is told once, with people to talk to. */
const on =
  (login: string, words: string): RunCommand =>
  (site) =>
    forPlayer(site.db, login, ({ playerId, login: name }) =>
      withContent(site, async (content) => {
        const isNew = await begin(site.db, async (tx) => {
          await lockPlayer(tx, playerId)
          return careHouse.begin({ content }, tx, { playerId, reason: 'operator', words })
        })
        return isNew
          ? { lines: [`${name} is in care: no offers, popups or letters from now on.`], code: 0 }
          : { lines: [`${name} is in care already.`], code: 1 }
      }),
    )

const off =
  (login: string, words: string): RunCommand =>
  ({ db }) =>
    forPlayer(db, login, async ({ playerId, login: name }) => {
      const end = await begin(db, async (tx) => {
        await lockPlayer(tx, playerId)
        return careHouse.end(tx, { playerId, words })
      })
      if (end.kind === 'ended') return { lines: [`${name} is no longer in care.`], code: 0 }
      if (end.kind === 'none') return { lines: [`${name} is not in care.`], code: 1 }
      return {
        lines: [`${name} showed a sign on ${end.lastSignAt.toISOString()}: care ends after 7 days without one.`],
        code: 1,
      }
    })

export const careCommands: Command[] = [
  {
    form: 'care on <login> <word> [words…]',
    about: 'stops offers, popups and letters for a player; the words are notes of the house',
    read: ({ words: [login = '', ...words] }) => on(login, words.join(' ')),
  },
  {
    form: 'care off <login> <word> [words…]',
    about: 'ends that, after 7 days without a sign',
    read: ({ words: [login = '', ...words] }) => off(login, words.join(' ')),
  },
]
