import { execFileSync } from 'node:child_process'
import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { WireStanding } from '@croupier/contract/methods/rounds'
import { studioGame } from '@croupier/studio/games'
import { habitsOf } from '@croupier/studio/simulator/title'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { effort } from '../../../test/effort.ts'
import { balanceOf, fund } from '../../../test/game-provider.ts'
import { ownTitles, studioClient, wholeRound } from '../../../test/studio.ts'
import { openChance, ownerOfSeed } from '../sealed-chance.ts'

const house = await testApp()
const { db, addPlayer } = house
const client = studioClient(house, [house])

let count = 0
let playerId = 0n
let me: ReturnType<typeof house.as>
beforeEach(async () => {
  count += 1
  playerId = await addPlayer({ login: `fair${count}@example.com` })
  await fund(house, playerId, '1000.00')
  me = house.as(await house.signIn(playerId))
})

const over7 = { side: 'over', target: 7 }
const fairness = async () => (await me.get('fairness.get')).json.data
const rotate = (hash: string, clientSeed = 'my own seed') =>
  me.post('fairness.rotate', { hash, client_seed: clientSeed })
const sha256 = (hex: string) => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex')

describe('the seeds', () => {
  test('are promised before they are used, and the promise is kept', async () => {
    const before = await fairness()
    expect(before).toMatchObject({ nonce: 0, is_own_seed: false, open_rounds: 0 })
    const dice = await client.launch(playerId)
    for (let played = 0; played < 3; played += 1) await dice.play('1.00', over7)
    expect(await fairness()).toMatchObject({ ...before, nonce: 3 })
    const told = (await rotate(before.hash)).json.data
    expect(told).toEqual({
      server_seed: told.server_seed,
      hash: before.hash,
      client_seed: before.client_seed,
      rounds: 3,
    })
    expect(sha256(told.server_seed)).toBe(before.hash)
    const after = await fairness()
    expect(after).toMatchObject({ hash: before.next_hash, client_seed: 'my own seed', is_own_seed: true, nonce: 0 })
    expect(after.next_hash).not.toBe(before.next_hash)
    expect((await dice.play('1.00', over7)).data?.nonce).toBe(0)
    const list = (await me.get('fairness.getSeeds')).json.data
    expect(list).toMatchObject({ total: 1, items: [{ ...told, rounds: 3 }] })
    const { data } = await dice.open()
    expect(data?.fairness).toEqual({
      hash: after.hash,
      next_hash: after.next_hash,
      client_seed: 'my own seed',
      is_own_seed: true,
      nonce: 1,
    })
  })

  test('cannot be read from the database, and those of one player are no use for another', async () => {
    const before = await fairness()
    const dice = await client.launch(playerId)
    await dice.play('1.00', over7)
    const kept = await db.sql
      .selectFrom('rounds_seed')
      .select(['id', 'server_seed', 'hash'])
      .where('player_id', '=', playerId)
      .execute()
    expect(kept.map(({ server_seed }) => server_seed.length)).toEqual([60, 60])
    const told = (await rotate(before.hash)).json.data.server_seed
    for (const { server_seed } of kept) expect(server_seed.includes(Buffer.from(told, 'hex'))).toBe(false)
    // Another player's row with this one's seal in it: the seal is not opened for them.
    const other = await addPlayer({ login: `other${count}@example.com` })
    const [stolen] = kept
    if (!stolen) throw new Error('no seed')
    expect(() => openChance(stolen.server_seed, ownerOfSeed(other), house.secrets)).toThrow()
    expect(openChance(stolen.server_seed, ownerOfSeed(playerId), house.secrets).toString('hex')).toBe(told)
  })

  test('of the time before there was a seal are still used and told', async () => {
    const { hash } = await fairness()
    const plain = randomBytes(32)
    await sql`alter table rounds_seed disable trigger user`.execute(db.sql)
    await sql`update rounds_seed set server_seed = ${plain}, hash = sha256(${plain}) where player_id = ${playerId}
      and hash = decode(${hash}, 'hex')`.execute(db.sql)
    await sql`alter table rounds_seed enable trigger user`.execute(db.sql)
    const dice = await client.launch(playerId)
    expect((await dice.play('1.00', over7)).status).toBe(200)
    const promised = sha256(plain.toString('hex'))
    expect((await rotate(promised)).json.data.server_seed).toBe(plain.toString('hex'))
    expect((await me.get('fairness.getSeeds')).json.data.items[0].server_seed).toBe(plain.toString('hex'))
  })

  // The limit of calls lets 30 through.
  test('are told once, however many click', async () => {
    const { hash } = await fairness()
    const replies = await Promise.all(Array.from({ length: 28 }, () => rotate(hash)))
    const said = replies.map(({ json }) => json.error?.error_data.reason ?? 'told').sort()
    expect(said).toEqual([...Array.from({ length: 27 }, () => 'SEED_CHANGED'), 'told'])
    expect((await me.get('fairness.getSeeds')).json.data.total).toBe(1)
    const { hash: next } = await fairness()
    expect((await rotate(hash)).json.error.error_data.reason).toBe('SEED_CHANGED')
    expect((await fairness()).hash).toBe(next)
  })

  test('are not told while a round needs them', async () => {
    const mines = await client.launch(playerId, { game: 'minefold' })
    const { data } = await mines.play('1.00', { mines: 24 })
    const { hash, open_rounds } = await fairness()
    expect(open_rounds).toBe(1)
    expect((await rotate(hash)).json.error.error_data.reason).toBe('ROUND_OPEN')
    await mines.act(data?.round ?? '', 1, { cell: 4 })
    expect((await rotate(hash)).status).toBe(200)
  })

  test('go on under racing stakes: every round has its own number, and what is told fits all of them', async () => {
    const dice = await client.launch(playerId)
    const { hash } = await fairness()
    const racing = Array.from({ length: 32 }, (_, at) => (at === 16 ? rotate(hash) : dice.play('1.00', over7)))
    const replies = await Promise.all(racing)
    expect(replies.map(({ status }) => status)).toEqual(racing.map(() => 200))
    const rows = await db.sql
      .selectFrom('rounds_play as p')
      .innerJoin('rounds_seed as s', 's.id', 'p.seed_id')
      .select(['s.place', 'p.nonce'])
      .where('p.player_id', '=', playerId)
      .orderBy('s.place')
      .orderBy('p.nonce')
      .execute()
    const first = rows.filter(({ place }) => place === 1)
    const second = rows.filter(({ place }) => place === 2)
    expect(first.length + second.length).toBe(31)
    for (const list of [first, second]) expect(list.map(({ nonce }) => nonce)).toEqual(list.map((_, at) => BigInt(at)))
    expect((await me.get('fairness.getSeeds')).json.data.items[0].rounds).toBe(first.length)
  })

  test.each(['', 'a:b', 'x'.repeat(65), 'tab\there', 'новый', '<b>'])(
    'of a player are never like "%s"',
    async (clientSeed) => {
      const { hash } = await fairness()
      const { json } = await rotate(hash, clientSeed)
      expect(json.error.invalid_parameters).toHaveProperty('client_seed')
      expect((await fairness()).hash).toBe(hash)
    },
  )

  test('of another player are not told', async () => {
    const { hash } = await fairness()
    const stranger = house.as(await house.signIn(await addPlayer({ login: `strange${count}@example.com` })))
    const answer = await stranger.post('fairness.rotate', { hash, client_seed: 'mine' })
    expect(answer.json.error.error_data.reason).toBe('SEED_CHANGED')
    await rotate(hash)
    expect((await stranger.get('fairness.getSeeds')).json.data).toMatchObject({ items: [], total: 0 })
  })

  test('cannot be changed by anybody, and each holds on to the one before it', async () => {
    for (let turn = 0; turn < 3; turn += 1) await rotate((await fairness()).hash)
    for (const change of [
      sql`update rounds_seed set server_seed = server_seed`,
      sql`delete from rounds_seed`,
      sql`truncate rounds_seed cascade`,
    ]) {
      await expect(change.execute(db.sql)).rejects.toThrow()
    }
    const seeds = await db.sql
      .selectFrom('rounds_seed')
      .selectAll()
      .where('player_id', '=', playerId)
      .orderBy('place')
      .execute()
    expect(seeds.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5])
    let chain = Buffer.alloc(32)
    for (const seed of seeds) {
      expect(
        createHash('sha256')
          .update(openChance(seed.server_seed, ownerOfSeed(playerId), house.secrets))
          .digest(),
      ).toEqual(seed.hash)
      chain = createHash('sha256').update(chain).update(seed.hash).digest()
      expect(seed.chain).toEqual(chain)
    }
  })
})

/** As the documentation says it, with nothing of ours: 32 bytes per block, four bytes per number, no number favoured. */
function* words(serverSeed: string, clientSeed: string, nonce: number) {
  for (let cursor = 0; ; cursor += 1) {
    const block = createHmac('sha256', Buffer.from(serverSeed, 'hex'))
      .update(`${clientSeed}:${nonce}:${cursor}`)
      .digest()
    for (let at = 0; at < 32; at += 4) yield block.readUInt32BE(at)
  }
}

function drawsBy(serverSeed: string, clientSeed: string, nonce: number) {
  const stream = words(serverSeed, clientSeed, nonce)
  return {
    below(limit: number): number {
      const end = Math.floor(2 ** 32 / limit) * limit
      // By hand: a loop over the stream would close it.
      for (let word = stream.next().value; ; word = stream.next().value) {
        if (word === undefined) throw new Error('the stream has no end')
        if (word < end) return word % limit
      }
    },
  }
}

describe('a reader with the seeds', () => {
  test('recomputes every round that was played, and the ledger holds their sum', {
    timeout: 60_000 * effort.timeoutFactor,
  }, async () => {
    const crowd = 32
    const perSeat = Math.ceil(effort.recomputedRounds / crowd)
    const players = await Promise.all(
      Array.from({ length: crowd }, async (_, at) => {
        const id = await addPlayer({ login: `verify${count}-${at}@example.com` })
        await fund(house, id, '100000.00')
        return id
      }),
    )
    const played = await Promise.all(
      players.map(async (id) => {
        const found: { choices: unknown[]; last: WireStanding }[] = []
        for (const { about } of ownTitles) {
          const seat = await client.launch(id, { game: about.sysname })
          const ways = await habitsOf(about.sysname)
          for (let at = 0; at < perSeat; at += 1) {
            const standings = await wholeRound(seat, '1.00', ways)
            const last = standings.at(-1)
            if (!last) throw new Error('a round without an end')
            found.push({
              choices: [ways.opening, ...standings.slice(0, -1).map(({ view }) => ways.strategy(view))],
              last,
            })
          }
        }
        return { id, found }
      }),
    )
    let compared = 0
    for (const { id, found } of played) {
      const owner = house.as(await house.signIn(id))
      const { hash } = (await owner.get('fairness.get')).json.data
      await owner.post('fairness.rotate', { hash, client_seed: 'next' })
      const [revealed] = (await owner.get('fairness.getSeeds')).json.data.items
      expect(sha256(revealed.server_seed)).toBe(hash)
      expect(found.map(({ last }) => last.nonce)).toEqual(found.map((_, nonce) => nonce))
      const minor = ({ amount }: { amount: string }) => BigInt(amount.replace('.', ''))
      const net = found.reduce(
        (sum, { last }) => sum + minor(last.won) + (last.jackpot ? minor(last.jackpot.won) : 0n) - minor(last.staked),
        0n,
      )
      expect(minor({ amount: await balanceOf(house, id) })).toBe(100_000_00n + net)
      for (const { choices, last } of found) {
        const maths = studioGame(last.game)?.maths
        const draws = drawsBy(revealed.server_seed, revealed.client_seed, last.nonce)
        const standing = maths?.play({ stake: 100n, choices }, draws)
        expect(JSON.parse(JSON.stringify(standing?.view))).toEqual(last.view)
        expect(standing?.won).toBe(BigInt(last.won.amount.replace('.', '')))
        expect(standing?.staked).toBe(BigInt(last.staked.amount.replace('.', '')))
        if (last.game === 'twin-dice') {
          const dice = drawsBy(revealed.server_seed, revealed.client_seed, last.nonce)
          expect(last.view).toMatchObject({ dice: [dice.below(6) + 1, dice.below(6) + 1] })
        }
        compared += 1
      }
    }
    expect(compared).toBeGreaterThanOrEqual(effort.recomputedRounds * ownTitles.length)
  })

  test('gets the same bytes from openssl', () => {
    const serverSeed = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff'
    const openssl = (message: string) => {
      try {
        const asked = ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${serverSeed}`]
        return /([0-9a-f]{64})\s*$/.exec(execFileSync('openssl', asked, { input: message }).toString())?.[1]
      } catch {
        return undefined
      }
    }
    const known = openssl('lucky seven:0:0')
    // A reader need not have it.
    if (known === undefined) return
    for (const [clientSeed, nonce] of [
      ['lucky seven', 0],
      ['x', 41],
      ['a-b_c.d', 1_000_000],
    ] as const) {
      const stream = words(serverSeed, clientSeed, nonce)
      const bytes = Buffer.alloc(64)
      for (let at = 0; at < 64; at += 4) bytes.writeUInt32BE(stream.next().value ?? 0, at)
      const blocks = [0, 1].map((cursor) => openssl(`${clientSeed}:${nonce}:${cursor}`)).join('')
      expect(bytes.toString('hex')).toBe(blocks)
    }
  })
})
