import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { atFullPrice } from '../../test/cheap-argon2.ts'
import { effort } from '../../test/effort.ts'
import { openBrowser } from '../../test/player-browser.ts'

/** What an attacker with a good clock could learn: the chance that an answer about a player takes longer than one about an unknown name. */

atFullPrice()
const { app, db, addPlayer } = await testApp()

/**
 * Chance gives 0.5, with a deviation of 0.045 for eighty samples and 0.083 for twenty-four; a hash that is left out
 * gives 1. So the short form finds that, and the long form finds less too.
 */
const { samples, most } = effort.isLongForm ? { samples: 80, most: 0.7 } : { samples: 24, most: 0.85 }
const known = (n: number) => `known${n}@example.com`
const unknown = (n: number) => `other${n}@example.com`

beforeAll(async () => {
  const first = await addPlayer({ login: known(0), password: 'Marmot-Hill-7', emailConfirmed: true })
  const { hash } = await db.sql
    .selectFrom('auth_password')
    .select('hash')
    .where('player_id', '=', first)
    .executeTakeFirstOrThrow()
  // The same hash for all: it only has to be there.
  for (let n = 1; n < samples; n += 1) {
    const id = await addPlayer({ login: known(n), emailConfirmed: true })
    await db.sql.insertInto('auth_password').values({ player_id: id, hash }).execute()
  }
  await db.sql.updateTable('account_player').set({ has_password: true }).execute()
})

/** Of all pairs, in how many is the first the slower one? One half is what chance gives. */
function auc(slow: readonly number[], fast: readonly number[]): number {
  const wins = slow.map((a) => fast.reduce((sum, b) => sum + (a > b ? 1 : a === b ? 0.5 : 0), 0))
  return wins.reduce((sum, each) => sum + each, 0) / (slow.length * fast.length)
}

/** In turns, each time in the other order, so that a busy moment of the machine meets both. */
async function compare(name: string, params: (login: string) => Record<string, string>) {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  const bodies = new Set<string>()
  const ask = async (who: 'known' | 'unknown', n: number) => {
    const browser = openBrowser(app, { address: `10.${who === 'known' ? 50 : 51}.${Math.floor(n / 250)}.${n % 250}` })
    const start = performance.now()
    const answer = await browser.post(name, params(who === 'known' ? known(n) : unknown(n)))
    times[who].push(performance.now() - start)
    bodies.add(answer.body)
  }
  for (let n = 0; n < samples; n += 1) {
    if (n % 2) {
      await ask('known', n)
      await ask('unknown', n)
    } else {
      await ask('unknown', n)
      await ask('known', n)
    }
  }
  return { chance: auc(times.known, times.unknown), bodies: [...bodies] }
}

test.each([
  ['signing in', 'auth.login', (login: string) => ({ login, password: 'Wrong-Hill-1' })],
  ['asking for a new password', 'auth.restore', (login: string) => ({ login })],
  [
    'guessing the code of a new password',
    'auth.restore',
    (login: string) => ({ login, code: '000000', password: 'Heron-Lake-9' }),
  ],
])('%s: neither the words nor the time tell whether there is such an account', async (_word, name, params) => {
  const { chance, bodies } = await compare(name, params)
  expect(bodies).toHaveLength(1)
  expect(chance).toBeGreaterThan(1 - most)
  expect(chance).toBeLessThan(most)
})
