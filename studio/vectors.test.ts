import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import * as captain from './games/captains-share/math.ts'
import { spots } from './games/european-roulette/spots.ts'
import { studioGame, studioGames } from './games.ts'
import { vectorsText } from './simulator/vectors.ts'
import { below, blockBy, pointBy, potLevels, retellings, wordsOf } from './test/by-the-document.ts'
import { verifyRound } from './verify.ts'

const docs = join(import.meta.dirname, '../docs')
const page = readFileSync(join(docs, 'fairness.md'), 'utf8')
const text = readFileSync(join(docs, 'fairness-vectors.json'), 'utf8')

type Step = { staked: string; won: string; is_over: boolean; view: Record<string, unknown> }
type Round = {
  game: string
  version: string
  seed_text?: string
  server_seed: string
  hash: string
  client_seed: string
  nonce: number
  stake: string
  choices: Record<string, unknown>[]
  blocks: string[]
  steps: Step[]
}
type Chain = {
  root_text: string
  root: string
  length: number
  terminal_hash: string
  salt_of: { client_seed: string; round: string }
  salt: string
  rounds: { place: number; server_seed: string; point: number }[]
}
type Pot = {
  seed_text: string
  server_seed: string
  client_seed: string
  nonce: number
  currency: string
  stake: string
  drawn: number[]
  level: string | null
}
const vectors: {
  rounds: Round[]
  chain: Chain
  below: { limit: number; refused_from: string | null; cases: [string, number][] }[]
  points: [string, number][]
  pot: Pot[]
} = JSON.parse(text)

const sha256 = (value: string | Buffer) => createHash('sha256').update(value).digest('hex')
const ofHex = (hex: string) => Buffer.from(hex, 'hex')
const titles = studioGames.map(({ about }) => about.sysname)
const roundsOf = (game: string) => vectors.rounds.filter((round) => round.game === game)

/** Words out of the text of a vector; one too many is a fault. */
function listed(words: string) {
  const list = words.split(' ').map((word) => Number.parseInt(word, 16))
  return {
    next: () => {
      const word = list.shift()
      if (word === undefined) throw new Error('a word that is not in the vector')
      return word
    },
    left: () => list.length,
  }
}

describe('the published vectors', () => {
  test('are what their script writes', { timeout: 20_000 }, async () => {
    expect(await vectorsText()).toBe(text)
    expect(text.length).toBeLessThan(400_000)
  })

  test('have at least ten rounds of every title, in its version of today', () => {
    for (const { about, maths } of studioGames) {
      const rounds = roundsOf(about.sysname)
      expect([about.sysname, rounds.length >= 10]).toEqual([about.sysname, true])
      expect(new Set(rounds.map(({ version }) => version))).toEqual(new Set([maths.version]))
      expect(rounds.every(({ steps }) => steps.at(-1)?.is_over)).toBe(true)
    }
    expect(new Set(vectors.rounds.map(({ game }) => game))).toEqual(new Set(titles))
  })

  test('have the seeds, fingerprints and blocks that cryptography of others gives', () => {
    for (const { seed_text, server_seed, hash, client_seed, nonce, blocks } of vectors.rounds) {
      if (seed_text !== undefined) expect(sha256(seed_text)).toBe(server_seed)
      expect(sha256(ofHex(server_seed))).toBe(hash)
      expect(blocks).toEqual(
        [0, 1, 2].map((at) => blockBy(server_seed, `${client_seed}:${nonce}:${at}`).toString('hex')),
      )
    }
  })

  test('have blocks that openssl makes too', () => {
    // No reader has to have it: the same blocks were made above by code of the test alone.
    if (spawnSync('openssl', ['version']).status !== 0) return console.log('without openssl its part was not proven')
    for (const game of titles) {
      const { server_seed, client_seed, nonce, blocks } = roundsOf(game).at(-1) ?? {}
      const asked = ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${server_seed}`]
      for (const [cursor, block] of (blocks ?? []).entries()) {
        const said = execFileSync('openssl', asked, { input: `${client_seed}:${nonce}:${cursor}`, encoding: 'utf8' })
        expect(said.trim().endsWith(block)).toBe(true)
      }
    }
  })

  test('are found right by the verifier of the site', async () => {
    for (const round of vectors.rounds) {
      const { hash, blocks, standings } = await verifyRound({
        ...round,
        stake: BigInt(round.stake),
        serverSeed: round.server_seed,
        clientSeed: round.client_seed,
      })
      expect(hash).toBe(round.hash)
      const count = Math.min(blocks.length, round.blocks.length)
      expect(blocks.slice(0, count)).toEqual(round.blocks.slice(0, count))
      const steps = standings.map(({ staked, won, isOver, view }) => ({
        staked: String(staked),
        won: String(won),
        is_over: isOver,
        view,
      }))
      expect(steps).toEqual(round.steps)
    }
  })
})

/** The part of a view that follows from chance, as a reader who has only the document would tell it. */
function seenIn(game: string, view: Record<string, unknown>): unknown {
  if (game === 'captains-share') {
    const spins: { stops: number[] }[] = JSON.parse(JSON.stringify(view.spins))
    return { stops: spins.map(({ stops }) => stops) }
  }
  if (game === 'blackjack-salon') {
    const seen: { dealer: { cards: string[] }; hands: { cards: string[] }[] } = JSON.parse(JSON.stringify(view))
    return { dealer: seen.dealer.cards, hands: seen.hands.map(({ cards }) => cards) }
  }
  return view
}

describe.each(titles)('a reader who writes %s anew from the document', (game) => {
  test('gets the same cards, numbers and money after every choice', () => {
    const retell = retellings[game]
    if (!retell) throw new Error('a title that the document does not tell')
    for (const { server_seed, client_seed, nonce, stake, choices, steps } of roundsOf(game)) {
      for (const [at, { staked, won, is_over, view }] of steps.entries()) {
        const words = wordsOf(server_seed, client_seed, nonce)
        const told = retell(BigInt(stake), choices.slice(0, at + 1), words)
        expect([told.staked, told.won, told.isOver]).toEqual([BigInt(staked), BigInt(won), is_over])
        expect(seenIn(game, view)).toMatchObject(Object(told.seen))
      }
    }
  })
})

/** A round of which the first numbers are given; what follows is the same for both who play it. */
function bothWays(game: string, choice: Record<string, unknown>, numbers: readonly number[]) {
  const words = () => {
    let at = 0
    return () => numbers[at++] ?? (at * 2_654_435_761) % 2 ** 32
  }
  const [ours, theirs] = [words(), words()]
  const [stake, maths, retell] = [100n, studioGame(game)?.maths, retellings[game]]
  const draws = { below: (limit: number) => below(limit, ours) }
  return [maths?.play({ stake, choices: [choice] }, draws).won, retell?.(stake, [choice], theirs).won]
}

describe('the tables of the document', () => {
  test('pay what Fruit Parade pays, wherever its reels stop', () => {
    for (let stops = 0; stops < 32 ** 3; stops += 1) {
      const [ours, theirs] = bothWays('fruit-parade', {}, [stops >> 10, (stops >> 5) & 31, stops & 31])
      if (ours !== theirs) expect([stops, theirs]).toEqual([stops, ours])
    }
  })

  test('pay what Captain’s Share pays: every symbol in every number on every line, and every number of compasses', () => {
    const reach = (reel: number, symbol: string, row: number) => {
      const strip: readonly string[] = captain.strips[reel] ?? []
      return (strip.indexOf(symbol) - row + strip.length) % strip.length
    }
    for (const symbol of [...captain.paying, 'compass']) {
      for (const line of captain.lines) {
        for (const count of [2, 3, 4, 5]) {
          const stops = line.map((row, reel) => (reel < count ? reach(reel, symbol, row) : 7))
          const [ours, theirs] = bothWays('captains-share', {}, stops)
          expect([symbol, line, count, theirs]).toEqual([symbol, line, count, ours])
          if (count > 2) expect(ours).toBeGreaterThan(0n)
        }
      }
    }
  })

  test('pay what Plinth pays in every bucket', () => {
    for (const rows of [8, 12, 16]) {
      for (const risk of ['low', 'medium', 'high']) {
        for (let bucket = 0; bucket <= rows; bucket += 1) {
          const path = Array.from({ length: rows }, (_, row) => (row < bucket ? 1 : 0))
          const [ours, theirs] = bothWays('plinth', { rows, risk }, path)
          expect([rows, risk, bucket, theirs]).toEqual([rows, risk, bucket, ours])
        }
      }
    }
  })

  test('cover and pay what every place on the cloth of roulette does', () => {
    for (const { name } of spots) {
      for (let number = 0; number < 37; number += 1) {
        const [ours, theirs] = bothWays('european-roulette', { bets: [[name, 1]] }, [number])
        expect([name, number, theirs]).toEqual([name, number, ours])
      }
    }
  })
})

describe('words', () => {
  test('give the published number, and those in the zone of rejection are passed over', () => {
    expect(vectors.below.map(({ limit }) => limit)).toEqual([2, 6, 25, 37, 52, 312])
    for (const { limit, refused_from, cases } of vectors.below) {
      expect(cases).toHaveLength(200)
      const from = 2 ** 32 - (2 ** 32 % limit)
      expect(refused_from).toBe(from === 2 ** 32 ? null : from.toString(16))
      for (const [words, number] of cases) {
        const { next, left } = listed(words)
        expect([below(limit, next), left()]).toEqual([number, 0])
        expect(words.split(' ').length > 1).toBe(refused_from !== null)
      }
    }
  })

  test('give the published point of a flight, also where the first does not suffice', () => {
    for (const [words, point] of vectors.points) {
      const { next, left } = listed(words)
      expect([words, pointBy(next), left()]).toEqual([words, point, 0])
    }
    expect(vectors.points.filter(([words]) => words.includes(' ')).length).toBeGreaterThan(10)
  })
})

test('the chain leads from every seed back to the terminal hash, and its points follow from seed, salt and place', () => {
  const { root_text, root, length, terminal_hash, salt_of, salt, rounds } = vectors.chain
  expect(root).toBe(sha256(root_text))
  expect(salt).toBe(sha256(`${salt_of.client_seed}:${salt_of.round}`))
  expect(rounds.map(({ place }) => place)).toEqual(Array.from({ length }, (_, at) => at + 1))
  expect(rounds.at(-1)?.server_seed).toBe(root)
  let before = terminal_hash
  for (const { place, server_seed, point } of rounds) {
    expect(sha256(ofHex(server_seed))).toBe(before)
    expect(pointBy(wordsOf(server_seed, salt, place))).toBe(point)
    before = server_seed
  }
  const flown = roundsOf('liftoff')
  expect(flown.map(({ server_seed }) => server_seed)).toEqual(
    rounds.slice(0, flown.length).map((round) => round.server_seed),
  )
  expect(new Set(flown.map(({ client_seed }) => client_seed))).toEqual(new Set([salt]))
})

test('the draws of the pot come from names of their own, and the greatest level that is hit pays', () => {
  const units: Record<string, bigint> = { EUR: 20n, BRL: 100n, JPY: 20n, USDT: 200_000n }
  for (const { seed_text, server_seed, client_seed, nonce, currency, stake, drawn, level } of vectors.pot) {
    expect(server_seed).toBe(sha256(seed_text))
    const words = wordsOf(server_seed, `${client_seed}:jackpot`, nonce)
    const numbers = potLevels.map(({ limit }) => below(limit, words))
    expect(numbers).toEqual(drawn)
    const count = BigInt(stake) / (units[currency] ?? 1n)
    expect(potLevels.findLast((_, at) => BigInt(numbers[at] ?? 0) < count)?.level ?? null).toBe(level)
  }
  expect(new Set(vectors.pot.map(({ level }) => level))).toEqual(new Set([null, 'mini', 'minor', 'major', 'grand']))
})

test('the example of the document is the first round of roulette', () => {
  const [round] = roundsOf('european-roulette')
  expect(page).toContain(`printf '%s' '${round?.client_seed}:${round?.nonce}:0'`)
  expect(page).toContain(`hexkey:${round?.server_seed}\n# ${round?.blocks[0]}`)
  expect(page).toContain(`first word is \`${round?.blocks[0]?.slice(0, 8)}\``)
  expect(round?.steps[0]?.view.number).toBe(32)
})

describe('the rounds that the site publishes as records', () => {
  const published = join(import.meta.dirname, 'public/vectors.json')
  const cli = join(import.meta.dirname, 'verify-cli.ts')
  const records: {
    game: { sysname: string }
    version: string
    won: { amount: string }
    play: { standings: { won: object }[]; jackpot: object | null }
  }[] = JSON.parse(readFileSync(published, 'utf8'))
  const dir = mkdtempSync(join(tmpdir(), 'croupier-vectors-'))
  afterAll(() => rmSync(dir, { recursive: true }))

  test('are of every title, and each comes out as it was published', () => {
    expect(new Set(records.map(({ game, version }) => `${game.sysname} ${version}`))).toEqual(
      new Set(studioGames.map(({ about, maths }) => `${about.sysname} ${maths.version}`)),
    )
    const said = execFileSync(process.execPath, [cli, published], { encoding: 'utf8' })
    expect(said.match(/^RIGHT/gm)).toHaveLength(records.length)
  })

  test('with another win are called wrong', () => {
    const [first] = records
    if (!first) throw new Error('no vectors')
    const standings = first.play.standings.map((each) => ({ ...each, won: { amount: '77.00', currency: 'EUR' } }))
    const file = join(dir, 'forged.json')
    writeFileSync(file, JSON.stringify({ ...first, play: { ...first.play, standings } }))
    const { status, stdout } = spawnSync(process.execPath, [cli, file], { encoding: 'utf8' })
    expect([status, stdout]).toEqual([1, expect.stringContaining('WRONG: step 1')])
  })

  const run = (text: string) => {
    const file = join(dir, 'record.json')
    writeFileSync(file, text)
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, file], { encoding: 'utf8' })
    return { status, said: stdout.trim().split('\n').at(-1), stderr }
  }
  const won = records.find((record) => record.won.amount !== '0.00' && !record.play.jackpot)
  const changed = (change: object) => JSON.stringify({ ...won, ...change })
  const euros = (amount: string) => ({ amount, currency: 'EUR' })

  test.each([
    ['paid too little', { won: euros('0.01') }, 1, /^WRONG: 0\.01 was paid/],
    ['paid a pot that was not hit', { won: euros('9999.00') }, 1, /^WRONG: 9999\.00 was paid/],
    ['staked otherwise', { staked: euros('0.07') }, 1, /^WRONG: 0\.07 was taken/],
    ['void', { staked: euros('0.00'), won: euros('0.00') }, 2, /^VOID/],
    ['of a version that is gone', { version: '0.0.1' }, 2, /does not have/],
    ['without a seed', { play: { ...won?.play, server_seed: null } }, 2, /not revealed/],
    ['with half a seed', { play: { ...won?.play, server_seed: 'abc' } }, 2, /cannot be recomputed/],
  ])('a round that was %s is told apart', (_what, change, status, words) => {
    expect(run(changed(change))).toEqual({ status, said: expect.stringMatching(words), stderr: '' })
  })

  test('the pot is drawn with the own money of the stake: a hit that the record keeps silent about is wrong', () => {
    const captain = records.find(({ game, play }) => game.sysname === 'captains-share' && !play.jackpot)
    const paid = (main: string, bonus: string) =>
      JSON.stringify({
        ...captain,
        mode: 'real',
        actions: [{ paid_by: { main: euros(main), bonus: euros(bonus) } }],
      })
    // As many units as the smallest level counts to: it is hit for certain.
    expect(run(paid('5000.00', '0.60'))).toEqual({
      status: 1,
      said: expect.stringMatching(/^WRONG: the pot comes out as \w+, the record says no hit$/),
      stderr: '',
    })
    expect(run(paid('0.00', '5000.00'))).toMatchObject({ status: 0, said: expect.stringMatching(/^RIGHT/) })
  })

  test('what is no record, no JSON or no file is said in a sentence', () => {
    expect(run('{}')).toEqual({ status: 2, said: expect.stringContaining('holds no record'), stderr: '' })
    expect(run('hello')).toEqual({ status: 2, said: expect.stringContaining('is not JSON'), stderr: '' })
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, join(dir, 'none.json')], { encoding: 'utf8' })
    expect([status, stdout, stderr]).toEqual([2, expect.stringContaining('cannot be read'), ''])
  })
})
