import type { GameType } from '@croupier/contract/games'
import type { NewGame, Studio } from '../features/games/games.ts'
import { beings, colours, inventedStudios, places, quickGames, tableGames, treasures } from './fill-words.ts'

/** The same numbers every time. Not for money: only for making up names. */
function sequence(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    // The high bits of such a sequence are the good ones.
    return Math.floor((state / 4_294_967_296) * below)
  }
}

type Draw = ReturnType<typeof sequence>

const one = (draw: Draw, words: readonly string[]) => words[draw(words.length)] ?? ''
const pickType = (draw: Draw): GameType => {
  const chance = draw(100)
  return chance < 78 ? 'slot' : chance < 88 ? 'casino' : chance < 94 ? 'fast' : 'live'
}

function slotName(draw: Draw): string {
  const shape = draw(5)
  if (shape === 0) return `${one(draw, colours)} ${one(draw, beings)}`
  if (shape === 1) return `${one(draw, colours)} ${one(draw, places)}`
  if (shape === 2) return `${one(draw, treasures)} of the ${one(draw, beings)}`
  if (shape === 3) return `${one(draw, beings)} ${one(draw, places)}`
  return `${one(draw, colours)} ${one(draw, treasures)} ${draw(9) * 10 + 20}`
}

const nameFor = (draw: Draw, type: GameType): string => {
  if (type === 'slot') return slotName(draw)
  if (type === 'fast') return `${one(draw, beings)} ${one(draw, quickGames)}`
  const table = one(draw, tableGames)
  return type === 'live' ? `${one(draw, colours)} ${table} Live` : `${one(draw, colours)} ${table}`
}

export const filledStudios: readonly Studio[] = inventedStudios.map((name, at) => ({
  sysname: `fill-${slug(name)}`,
  name,
  runner: null,
  position: 100 + at,
  isFilled: true,
}))

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** So many games without a runner: the same ones every time, each with a name of its own. */
export function filledGames(count: number, pictures: readonly string[]): NewGame[] {
  const draw = sequence(20_261_115)
  const games = new Map<string, NewGame>()
  while (games.size < count) {
    const type = pickType(draw)
    const drawn = nameFor(draw, type)
    // When a name is taken its next part comes out.
    const name = games.has(slug(drawn)) ? `${drawn} ${numeral(draw)}` : drawn
    const sysname = slug(name)
    const studio = filledStudios[draw(filledStudios.length)]
    if (games.has(sysname) || !studio) continue
    games.set(sysname, {
      sysname: `fill-${sysname}`,
      provider: studio.sysname,
      name,
      imageUrl: pictures[draw(pictures.length)] ?? '',
      type,
      categories: [],
      rtp: type === 'live' ? null : `${94 + draw(4)}.${String(draw(100)).padStart(2, '0')}`,
      volatility: 1 + draw(5),
      version: null,
      hasDemo: type !== 'live',
      jackpot: null,
      popularity: draw(100_000),
      ageDays: draw(1_200),
    })
  }
  return [...games.values()]
}

const numeral = (draw: Draw) => ['II', 'III', 'IV', 'V', 'Deluxe', 'Gold', 'Extra', 'Nights'][draw(8)] ?? 'II'
