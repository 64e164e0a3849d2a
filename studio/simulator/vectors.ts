// `node studio/simulator/vectors.ts` writes docs/fairness-vectors.json: rounds with their seeds and what came out of
// them, for a reader who writes the mathematics anew. docs/fairness.md says how they are read. The same again each time: only
// a new version of a title may change its lines.
import { createHash, createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { blockName, bytesOf, drawsFrom, scaled } from '../engine/draws.ts'
import type { Standing } from '../engine/game.ts'
import { stakesOf } from '../engine/stakes.ts'
import { studioGame, studioGames } from '../games.ts'
import { type Habits, habitsOf } from './title.ts'
import { type Wish, wishes } from './vector-wishes.ts'

const sha256 = (value: string | Uint8Array): Buffer => createHash('sha256').update(value).digest()
const blockOf = (serverSeed: Uint8Array, clientSeed: string, nonce: number, cursor: number): Buffer =>
  createHmac('sha256', serverSeed)
    .update(blockName(clientSeed, nonce, cursor))
    .digest()
const drawsOf = (serverSeed: Uint8Array, clientSeed: string, nonce: number) =>
  drawsFrom(bytesOf((cursor) => blockOf(serverSeed, clientSeed, nonce, cursor)))
const range = (count: number) => Array.from({ length: count }, (_, at) => at)

/** Of every kind that players may choose: letters, digits, spaces, dots, dashes, underscores, and 64 of them. */
const clientSeeds = ['vector', 'a', '7', 'my own seed', 'x-1.y_2', 'two  spaces', '0'.repeat(64)]
const clientSeedOf = (at: number) => clientSeeds[at % clientSeeds.length] ?? 'vector'

// Rounds of the titles

type Round = { serverSeed: Buffer; clientSeed: string; nonce: number; stake: bigint }
type Played = { choices: unknown[]; standings: Standing[] }

function playOut(game: string, round: Round, { opening, moves }: Wish, habits: Habits): Played {
  const maths = studioGame(game)?.maths
  if (!maths) throw new Error('no such title')
  const { serverSeed, clientSeed, nonce, stake } = round
  const choices: unknown[] = [opening ?? habits.opening]
  const standings: Standing[] = []
  for (;;) {
    const standing = maths.play({ stake, choices }, drawsOf(serverSeed, clientSeed, nonce))
    standings.push(standing)
    if (standing.isOver) return { choices, standings }
    const next = moves?.[choices.length - 1]
    choices.push(next ?? habits.strategy(standing.view))
  }
}

const lineOf = (
  game: string,
  { serverSeed, clientSeed, nonce, stake }: Round,
  { choices, standings }: Played,
  origin: object,
) => ({
  game,
  version: studioGame(game)?.maths.version,
  ...origin,
  server_seed: serverSeed.toString('hex'),
  hash: sha256(serverSeed).toString('hex'),
  client_seed: clientSeed,
  nonce,
  stake: String(stake),
  choices,
  blocks: range(3).map((cursor) => blockOf(serverSeed, clientSeed, nonce, cursor).toString('hex')),
  steps: standings.map(({ staked, won, isOver, view }) => ({
    staked: String(staked),
    won: String(won),
    is_over: isOver,
    view,
  })),
})

/** The search for a round that is seldom ends here. */
const mostTries = 50_000

/** The first nonce from there on whose round is as it was wished. */
function seek(game: string, wish: Wish, round: Round, habits: Habits) {
  const { isWanted = () => true } = wish
  for (let { nonce } = round; nonce < mostTries; nonce += 1) {
    let played: Played
    try {
      played = playOut(game, { ...round, nonce }, wish, habits)
    } catch {
      // What was to follow cannot be done in this round: no insurance is offered in it.
      continue
    }
    const last = played.standings.at(-1)
    if (last && isWanted(JSON.stringify(last.view), last.won)) return { nonce, played }
  }
  throw new Error(`no such round of ${game}`)
}

async function roundsOf(game: string): Promise<object[]> {
  const habits = await habitsOf(game)
  return (wishes[game] ?? []).map((wish, at) => {
    const seedText = `croupier fairness vector ${game} ${at + 1}`
    const round = {
      serverSeed: sha256(seedText),
      clientSeed: clientSeedOf(at),
      nonce: wish.from ?? at,
      stake: wish.stake ?? 100n * BigInt(1 + (at % 3)),
    }
    const { nonce, played } = seek(game, wish, round, habits)
    return lineOf(game, { ...round, nonce }, played, { seed_text: seedText })
  })
}

// Rounds that all players share

const flying = 'liftoff'
const chainLength = 40

function sharedOf() {
  const flight = studioGame(flying)?.flight
  if (!flight) throw new Error('no flight in this game')
  const rootText = 'croupier fairness vector chain'
  const links = [sha256(rootText)]
  for (const _ of range(chainLength)) links.push(sha256(links.at(-1) ?? ''))
  const first = { client_seed: 'first aboard', round: '3f2c9a52-6f0e-4d0b-9f0a-5f1d7c1e8b24' }
  const salt = sha256(`${first.client_seed}:${first.round}`).toString('hex')
  const flights = range(chainLength).map((before) => {
    const place = before + 1
    const serverSeed = links[chainLength - place] ?? Buffer.alloc(0)
    return { place, serverSeed, point: flight.pointOf(drawsOf(serverSeed, salt, place)) }
  })
  const chain = {
    game: flying,
    root_text: rootText,
    root: links[0]?.toString('hex'),
    length: chainLength,
    terminal_hash: links.at(-1)?.toString('hex'),
    salt_of: first,
    salt,
    rounds: flights.map(({ place, serverSeed, point }) => ({ place, server_seed: serverSeed.toString('hex'), point })),
  }
  /** Off in advance, by a touch on the way up, at the end of it, and given back by the house. */
  const ends = (point: number): [unknown, unknown][] => [
    [{ auto: 200 }, { end: true }],
    [{ auto: null }, point > 100 ? { at: Math.max(101, Math.floor((100 + point) / 2)) } : { end: true }],
    [{ auto: point > 100 ? point : 101 }, { end: true }],
    [{ auto: null }, { end: true }],
    [{ auto: 1_000 }, { back: true }],
  ]
  const rounds = flights.slice(0, 15).map(({ place, serverSeed, point }, at) => {
    const [opening, end] = ends(point)[at % 5] ?? []
    const round = { serverSeed, clientSeed: salt, nonce: place, stake: 100n }
    const habits: Habits = { exactRtp: null, opening, strategy: () => end }
    return lineOf(flying, round, playOut(flying, round, {}, habits), { place, salt })
  })
  return { chain, rounds }
}

// Words and numbers

const limits = [2, 6, 25, 37, 52, 312]
const casesOfEach = 200
const wordValues = 2 ** 32
const hexOf = (word: number) => word.toString(16).padStart(8, '0')

/** Words in the zone of rejection, one to three of them, then one below it; where there is no zone, one word. */
function scalingOf(limit: number) {
  const end = wordValues - (wordValues % limit)
  const draws = drawsOf(sha256(`croupier fairness vector below ${limit}`), 'words', 0)
  /** The corners of both sides first. */
  const corners = [0, end - 1, limit - 1, limit, end - limit]
  const refused = [end, wordValues - 1].filter((word) => word < wordValues)
  const cases = range(casesOfEach).map((at): [string, number] => {
    const before = end === wordValues ? [] : range(1 + (at % 3)).map(() => end + draws.below(wordValues - end))
    const corner = end < wordValues && at < refused.length ? [refused[at] ?? end] : before
    const last = corners[at] ?? draws.below(end)
    const words = [...corner, last].map(hexOf)
    const number = scaled(last, limit)
    if (number === null) throw new Error('a word that is passed over')
    return [words.join(' '), number]
  })
  return { limit, refused_from: end === wordValues ? null : end.toString(16), cases }
}

// Where a flight ends

const unsureHeights = [101, 150, 200, 1_000, 10_000, 250_000, 999_999]

/** Words of which the first alone cannot tell the whole number: a second one decides. Then the ends of the scale. */
function pointsOf(): [words: string, point: number][] {
  const { flight } = studioGame(flying) ?? {}
  if (!flight) throw new Error('no flight in this game')
  const words = unsureHeights.flatMap((height) => {
    const first = Math.floor((99 * wordValues) / height)
    return [0, 2 ** 31, wordValues - 1].map((second) => [first, second])
  })
  const ends = [[0], [425_200], [wordValues - 1]]
  return [...words, ...ends].map((list) => {
    const bytes = list.flatMap((word) => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255])
    const point = flight.pointOf(drawsFrom(bytesOf((cursor) => Uint8Array.from(cursor === 0 ? bytes : []))))
    return [list.map(hexOf).join(' '), point]
  })
}

// The pot

/** As the house plays it: server/src/features/jackpots/rules.ts, whose test reads what stands here. */
const levels = [
  ['mini', 25_000],
  ['minor', 250_000],
  ['major', 5_000_000],
  ['grand', 100_000_000],
] as const

type PotDraw = { drawn: number[]; level: string | null; hits: number }

function potDraw(serverSeed: Buffer, clientSeed: string, nonce: number, units: bigint): PotDraw {
  const draws = drawsOf(serverSeed, `${clientSeed}:jackpot`, nonce)
  const drawn = levels.map(([, limit]) => draws.below(limit))
  const hits = levels.filter((_, at) => (drawn[at] ?? 0) < units)
  return { drawn, level: hits.at(-1)?.[0] ?? null, hits: hits.length }
}

const stakes: [currency: string, units: bigint][] = [
  ['EUR', 1n],
  ['BRL', 5n],
  ['JPY', 25n],
  ['USDT', 250n],
]

/** Everyday rounds first; then the first with each level, and one with two of them at once. The search begins not far from where they are. */
const potWishes: { isWanted: (draw: PotDraw) => boolean; from?: number }[] = [
  ...range(12).map((at) => ({ isWanted: () => true, from: at })),
  { isWanted: ({ level }) => level === 'mini' },
  { isWanted: ({ level }) => level === 'minor' },
  { isWanted: ({ level }) => level === 'major', from: 29_400 },
  { isWanted: ({ hits }) => hits === 2, from: 21_600 },
  { isWanted: ({ level }) => level === 'grand', from: 250_000 },
]

function potsOf() {
  return potWishes.map(({ isWanted, from = 0 }, at) => {
    const [currency, units] = (from === at ? stakes[at % stakes.length] : undefined) ?? ['EUR', 250n]
    const seedText = `croupier fairness vector pot ${at + 1}`
    const serverSeed = sha256(seedText)
    const clientSeed = clientSeedOf(at)
    let nonce = from
    let draw = potDraw(serverSeed, clientSeed, nonce, units)
    while (!isWanted(draw)) {
      nonce += 1
      draw = potDraw(serverSeed, clientSeed, nonce, units)
    }
    return {
      seed_text: seedText,
      server_seed: serverSeed.toString('hex'),
      client_seed: clientSeed,
      nonce,
      currency,
      stake: String(units * stakesOf(currency, 1).step),
      drawn: draw.drawn,
      level: draw.level,
    }
  })
}

// The file

const list = (lines: readonly unknown[]) => `[\n${lines.map((line) => JSON.stringify(line)).join(',\n')}\n]`

/** One vector per line, so that a change is seen where it is. */
export async function vectorsText(): Promise<string> {
  const { chain, rounds: flights } = sharedOf()
  const titles = await Promise.all(
    studioGames.filter(({ about }) => !about.isShared).map(({ about }) => roundsOf(about.sysname)),
  )
  const parts = [
    `"about": "How these are read: docs/fairness.md. Made by node studio/simulator/vectors.ts. Amounts in minor units."`,
    `"rounds": ${list([...titles.flat(), ...flights])}`,
    `"chain": ${JSON.stringify(chain)}`,
    `"below": ${list(limits.map(scalingOf))}`,
    `"points": ${list(pointsOf())}`,
    `"pot": ${list(potsOf())}`,
  ]
  return `{\n${parts.join(',\n')}\n}\n`
}

if (import.meta.main) writeFileSync(join(import.meta.dirname, '../../docs/fairness-vectors.json'), await vectorsText())
