/**
 * Our games written a second time, from docs/fairness.md and from nothing else: no code of ours is imported, and strips,
 * lines and tables are read out of the page itself. Where the page is wrong or leaves something out, this comes out
 * differently than the vectors say.
 */
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const page = readFileSync(join(import.meta.dirname, '../../docs/fairness.md'), 'utf8')

const partOf = (title: string): string => {
  const [, text] = page.split(new RegExp(`^#+ ${title}$`, 'm'))
  if (text === undefined) throw new Error(`the page has no part ${title}`)
  return text.split(/^#/m)[0] ?? ''
}

/** Cells of a table, without its head. */
const tableIn = (title: string): string[][] =>
  [...partOf(title).matchAll(/^\| (.*) \|$/gm)]
    .slice(2)
    .map(([, row = '']) => row.split('|').map((cell) => cell.trim()))

const listed = (title: string, word: string): string[] =>
  [...partOf(title).matchAll(new RegExp(`^${word}(?: \\d)? +(.+)$`, 'gm'))].map(([, text = '']) => text)

export const blockBy = (serverSeed: string, message: string): Buffer =>
  createHmac('sha256', Buffer.from(serverSeed, 'hex')).update(message, 'utf8').digest()

/** The next word, as 32 bits. */
export type Words = () => number
/** `prefix` is the client seed; for the pot with what stands behind it. */
export function wordsOf(serverSeed: string, prefix: string, nonce: number): Words {
  let at = 0
  return () => {
    const word = blockBy(serverSeed, `${prefix}:${nonce}:${Math.floor(at / 8)}`).readUInt32BE((at % 8) * 4)
    at += 1
    return word
  }
}

export function below(limit: number, words: Words): number {
  for (;;) {
    const word = BigInt(words())
    const all = 1n << 32n
    if (word < all - (all % BigInt(limit))) return Number(word % BigInt(limit))
  }
}

function shuffle(count: number, words: Words): number[] {
  const list = [...Array(count).keys()]
  for (let place = count - 1; place >= 1; place--) {
    const other = below(place + 1, words)
    const [upper = -1, lower = -1] = [list[place], list[other]]
    list[place] = lower
    list[other] = upper
  }
  return list
}

/** What came out, as far as money and chance go. */
export type Told = { staked: bigint; won: bigint; isOver: boolean; seen: unknown }
export type Retelling = (stake: bigint, choices: readonly Record<string, unknown>[], words: Words) => Told

const over = (stake: bigint, won: bigint, seen: unknown): Told => ({ staked: stake, won, isOver: true, seen })

// Slots

const windowAt = (strip: string, stop: number) => [0, 1, 2].map((row) => strip.charAt((stop + row) % strip.length))

function runFrom(symbols: readonly string[], wild: string): number {
  const end = symbols.findIndex((symbol) => symbol !== symbols[0] && symbol !== wild)
  return end < 0 ? symbols.length : end
}

const fruits = listed('Fruit Parade', 'reel')
const fruitLines = [...partOf('Fruit Parade').matchAll(/\d = `(\d{3})`/g)].map(([, line = '']) => line)
const fruitPays = new Map(tableIn('Fruit Parade').map(([letter = '', , ...pays]) => [letter, pays.map(Number)]))

const fruitParade: Retelling = (stake, _, words) => {
  const stops = fruits.map((strip) => below(strip.length, words))
  const grid = fruits.map((strip, reel) => windowAt(strip, stops[reel] ?? 0))
  let times = 0
  for (const line of fruitLines) {
    const shown = grid.map((reel, at) => reel[Number(line.charAt(at))] ?? '')
    times += fruitPays.get(shown[0] ?? '')?.[runFrom(shown, '') - 2] ?? 0
  }
  return over(stake, (stake / BigInt(fruitLines.length)) * BigInt(times), { stops })
}

const shares = listed("Captain's Share", 'reel')
const shareLines = listed("Captain's Share", 'lines').flatMap((text) => text.split(' '))
const sharePays = new Map(tableIn("Captain's Share").map(([letter = '', , ...pays]) => [letter, pays.map(Number)]))

const captainsShare: Retelling = (stake, _, words) => {
  const lineCount = shareLines.length
  const most = 5_000 * lineCount
  const allStops: number[][] = []
  let times = 0
  let free = 0
  for (let spin = 0; spin <= free && times < most; spin++) {
    const stops = shares.map((strip) => below(strip.length, words))
    allStops.push(stops)
    const grid = shares.map((strip, reel) => windowAt(strip, stops[reel] ?? 0))
    const compasses = grid.flat().filter((letter) => letter === 'S').length
    const shown = spin === 0 ? grid : grid.map((reel) => (reel.includes('W') ? ['W', 'W', 'W'] : reel))
    let won = lineCount * (compasses >= 3 ? ([2, 10, 50][compasses - 3] ?? 0) : 0)
    for (const line of shareLines) {
      const symbols = shown.map((reel, at) => reel[Number(line.charAt(at))] ?? '')
      won += sharePays.get(symbols[0] ?? '')?.[runFrom(symbols, 'W') - 3] ?? 0
    }
    times += spin === 0 ? won : 2 * won
    if (compasses >= 3) free = Math.min(60, free + ([8, 12, 20][compasses - 3] ?? 0))
  }
  return over(stake, (stake / BigInt(lineCount)) * BigInt(Math.min(times, most)), { stops: allStops })
}

// Roulette

const redNumbers = /`red` is ([\d, ]+), and/.exec(partOf('European Roulette'))?.[1]?.split(', ').map(Number) ?? []

function covered(place: string): number[] {
  const [kind = '', first = '', second = ''] = place.split('-')
  const n = Number(first)
  const from = (low: number, count: number, step = 1) => Array.from({ length: count }, (_, at) => low + at * step)
  const all = from(1, 36)
  if (kind === 'straight') return [n]
  if (kind === 'split') return [n, Number(second)]
  if (kind === 'street') return from(n, 3)
  if (kind === 'trio') return n === 1 ? [0, 1, 2] : [0, 2, 3]
  if (kind === 'corner') return [n, n + 1, n + 3, n + 4]
  if (kind === 'four') return from(0, 4)
  if (kind === 'line') return from(n, 6)
  if (kind === 'column') return from(n, 12, 3)
  if (kind === 'dozen') return from(12 * n - 11, 12)
  if (kind === 'low') return from(1, 18)
  if (kind === 'high') return from(19, 18)
  if (kind === 'odd') return from(1, 18, 2)
  if (kind === 'even') return from(2, 18, 2)
  return all.filter((number) => redNumbers.includes(number) === (kind === 'red'))
}

const europeanRoulette: Retelling = (stake, [opening], words) => {
  const placed: unknown = opening?.bets
  const bets = Array.isArray(placed) ? placed.map((bet): [string, number] => [String(bet[0]), Number(bet[1])]) : []
  const number = below(37, words)
  const chip = stake / BigInt(bets.reduce((sum, [, chips]) => sum + chips, 0))
  const back = bets.reduce((sum, [place, chips]) => {
    const numbers = covered(place)
    return numbers.includes(number) ? sum + (chips * 36) / numbers.length : sum
  }, 0)
  return over(stake, chip * BigInt(back), { number })
}

// Fast games

const twinDice: Retelling = (stake, [bet], words) => {
  const dice = [below(6, words) + 1, below(6, words) + 1]
  const target = Number(bet?.target)
  const wins = (sum: number) => {
    if (bet?.side === 'exact') return sum === target
    return bet?.side === 'over' ? sum > target : sum < target
  }
  let ways = 0
  for (let a = 1; a <= 6; a++) for (let b = 1; b <= 6; b++) if (wins(a + b)) ways++
  const isWin = wins((dice[0] ?? 0) + (dice[1] ?? 0))
  return over(stake, isWin ? (stake * ((9_900n * 36n) / BigInt(ways))) / 10_000n : 0n, { dice, isWin })
}

const factorial = (n: number): bigint => (n < 2 ? 1n : BigInt(n) * factorial(n - 1))
const choose = (n: number, k: number) => factorial(n) / (factorial(k) * factorial(n - k))
const minePay = (mines: number, opened: number) => (99n * choose(25, opened)) / choose(25 - mines, opened)

const minefold: Retelling = (stake, [opening, ...steps], words) => {
  const mines = Number(opening?.mines)
  const sheet = shuffle(25, words).slice(0, mines)
  let opened = 0
  for (const { cell, cash } of steps) {
    if (cash) return over(stake, (stake * minePay(mines, opened)) / 100n, { map: sheet.sort((a, b) => a - b) })
    if (sheet.includes(Number(cell))) return over(stake, 0n, { hit: cell, map: sheet.sort((a, b) => a - b) })
    opened++
    if (opened === 25 - mines || minePay(mines, opened + 1) > 500_000n)
      return over(stake, (stake * minePay(mines, opened)) / 100n, { map: sheet.sort((a, b) => a - b) })
  }
  return { staked: stake, won: 0n, isOver: false, seen: { map: null } }
}

const plinthPays = new Map(
  tableIn('Plinth').map(([rows = '', risk = '', pays = '']) => {
    const half = pays.split(', ').map(Number)
    return [`${rows} ${risk}`, [...half, ...half.toReversed().slice(1)]]
  }),
)

const plinth: Retelling = (stake, [table], words) => {
  const path = Array.from({ length: Number(table?.rows) }, () => below(2, words))
  const bucket = path.filter((side) => side === 1).length
  const pays = plinthPays.get(`${table?.rows} ${table?.risk}`)?.[bucket] ?? -1
  return over(stake, (stake * BigInt(pays)) / 100n, { path, bucket, pays })
}

// Liftoff

export function pointBy(words: Words): number {
  const most = 1_000_000n
  let value = 0n
  for (let count = 1n; ; count++) {
    value = (value << 32n) + BigInt(words())
    const top = 99n << (32n * count)
    const a = top / (value + 1n)
    if (a >= most) return Number(most)
    if (value > 0n && top / value === a) return Number(a < 100n ? 100n : a)
  }
}

const liftoff: Retelling = (stake, [opening, end], words) => {
  const aboard = { cashedAt: null, isReturned: false }
  if (!end) return { staked: stake, won: 0n, isOver: false, seen: aboard }
  if (end.back) return over(stake, stake, { ...aboard, isReturned: true })
  const point = pointBy(words)
  const height = Number(end.at ?? opening?.auto ?? 1_000_000)
  return height > point
    ? over(stake, 0n, { ...aboard, point })
    : over(stake, (stake * BigInt(height)) / 100n, { ...aboard, cashedAt: height })
}

// Blackjack

type Hand = { cards: string[]; stakes: bigint; isDone: boolean; isSplit: boolean }

const pipsOf = (card: string) => ('TJQK'.includes(card.charAt(0)) ? 10 : Number(card.charAt(0).replace('A', '1')))
function totalOf(cards: readonly string[]): number {
  const low = cards.reduce((sum, card) => sum + pipsOf(card), 0)
  return low + 10 <= 21 && cards.some((card) => card.startsWith('A')) ? low + 10 : low
}
const isBlackjack = (cards: readonly string[]) => cards.length === 2 && totalOf(cards) === 21

const blackjackSalon: Retelling = (stake, [, ...moves], words) => {
  const shoe = shuffle(312, words).map((number) => {
    const card = number % 52
    return `${'A23456789TJQK'.charAt(card % 13)}${'SHDC'.charAt(Math.floor(card / 13))}`
  })
  const take = () => shoe.shift() ?? ''
  const [first, up, second, hole] = [take(), take(), take(), take()]
  const dealer = [up, hole]
  let hands: Hand[] = [{ cards: [first, second], stakes: 1n, isDone: false, isSplit: false }]
  let isInsured = false
  let waits = up.startsWith('A')
  const isNatural = (hand: Hand) => !hand.isSplit && isBlackjack(hand.cards)
  const isPeeked = () => !waits && (isBlackjack(dealer) || hands.some(isNatural))
  const current = () => hands.find(({ cards, isDone }) => !isDone && totalOf(cards) < 21)

  for (const { move } of moves) {
    if (waits) {
      waits = false
      isInsured = move === 'insure'
      continue
    }
    const hand = current()
    if (!hand) throw new Error('a move too many')
    if (move === 'split') {
      const parts = hand.cards.map((card): Hand => {
        const cards = [card, take()]
        return { cards, stakes: 1n, isDone: card.startsWith('A'), isSplit: true }
      })
      hands = hands.flatMap((each) => (each === hand ? parts : each))
      continue
    }
    if (move === 'double') hand.stakes *= 2n
    if (move !== 'stand') hand.cards.push(take())
    if (move !== 'hit') hand.isDone = true
  }

  const isOver = !waits && (isPeeked() || !current())
  if (isOver && !isPeeked() && hands.some(({ cards }) => totalOf(cards) <= 21)) {
    while (totalOf(dealer) < 17) dealer.push(take())
  }
  const insurance = isInsured ? stake / 2n : 0n
  const staked = hands.reduce((sum, { stakes }) => sum + stake * stakes, insurance)
  const seen = { dealer: isOver ? dealer : [up], hands: hands.map(({ cards }) => cards) }
  if (!isOver) return { staked, won: 0n, isOver, seen }
  const backOf = (hand: Hand): bigint => {
    const [own, other] = [totalOf(hand.cards), totalOf(dealer)]
    if (own > 21 || (isBlackjack(dealer) && !isNatural(hand))) return 0n
    if (isNatural(hand) && !isBlackjack(dealer)) return (stake * 5n) / 2n
    if (other > 21 || own > other) return stake * hand.stakes * 2n
    return own === other ? stake * hand.stakes : 0n
  }
  const won = hands.reduce((sum, hand) => sum + backOf(hand), isBlackjack(dealer) ? insurance * 3n : 0n)
  return { staked, won, isOver, seen }
}

export const retellings: Readonly<Record<string, Retelling>> = {
  'fruit-parade': fruitParade,
  'captains-share': captainsShare,
  'european-roulette': europeanRoulette,
  'blackjack-salon': blackjackSalon,
  'twin-dice': twinDice,
  minefold,
  plinth,
  liftoff,
}

/** The levels of the pot, as the page lists them. */
export const potLevels = tableIn('The pot').map(([level = '', limit = '']) => ({
  level,
  limit: Number(limit.replaceAll(',', '')),
}))
