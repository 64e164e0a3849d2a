import { z } from 'zod'
import type {
  BasketballFact,
  FootballFact,
  HockeyFact,
  Numbered,
  ShooterFact,
  Sport,
  SportFacts,
  TennisFact,
} from './facts.ts'

/** Facts as others send and databases keep them, read into those of a sport. */

const side = z.union([z.literal(1), z.literal(2)])
const none = z.record(z.string(), z.never()).default({})
const count = z.int().min(0).max(100_000)
const player = z.string().max(80).optional()
const map = z.int().min(1).max(5)

const fact = <Kind extends string, Data extends z.ZodType>(kind: Kind, data: Data) =>
  z.object({ kind: z.literal(kind), data })

const time = <Period extends z.ZodType>(period: Period) =>
  [fact('begin', z.object({ period })), fact('end', z.object({ period })), fact('finish', none)] as const

const footballPeriod = z.enum(['h1', 'h2', 'et1', 'et2', 'so'])
const football: z.ZodType<FootballFact> = z.discriminatedUnion('kind', [
  ...time(footballPeriod),
  fact('added', z.object({ period: footballPeriod, minutes: count })),
  fact('goal', z.object({ side, minute: count, player, how: z.enum(['play', 'penalty', 'own']).optional() })),
  fact('corner', z.object({ side, minute: count })),
  fact('card', z.object({ side, minute: count, colour: z.enum(['yellow', 'second_yellow', 'red']), player })),
  fact('kick', z.object({ side, isIn: z.boolean() })),
  fact('qualified', z.object({ side })),
])

const tennis: z.ZodType<TennisFact> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['server', 'point', 'game', 'retired', 'disqualified', 'walkover']),
    data: z.object({ side }),
  }),
  fact('finish', none),
])

const basketball: z.ZodType<BasketballFact> = z.discriminatedUnion('kind', [
  ...time(z.union([z.enum(['q1', 'q2', 'q3', 'q4']), z.templateLiteral(['ot', z.int().min(1).max(20)])])),
  fact('possession', z.object({ side, points: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]) })),
])

const hockey: z.ZodType<HockeyFact> = z.discriminatedUnion('kind', [
  ...time(z.enum(['p1', 'p2', 'p3', 'ot', 'so'])),
  fact('goal', z.object({ side, second: count })),
  fact('penalty', z.object({ side, second: count })),
  fact('shootout', z.object({ side })),
])

const shooter: z.ZodType<ShooterFact> = z.discriminatedUnion('kind', [
  fact('begin', z.object({ map, name: z.string().max(80) })),
  fact('round', z.object({ map, side })),
  fact('end', z.object({ map })),
  fact('replay', z.object({ map })),
  fact('forfeit', z.object({ map: map.optional(), side })),
  fact('finish', none),
])

const schemas: { readonly [Name in Sport]: z.ZodType<SportFacts[Name]> } = {
  football,
  tennis,
  basketball,
  hockey,
  shooter,
}

export type FactRow = { seq: number; kind: string; data: unknown; cancels?: number | null }

/** Null where one of them is none of this sport: a record with a hole in it decides nothing. */
export function readFactsOf<Name extends Sport>(
  sport: Name,
  rows: readonly FactRow[],
): Numbered<SportFacts[Name]>[] | null {
  const facts: Numbered<SportFacts[Name]>[] = []
  for (const { seq, kind, data, cancels } of rows) {
    const place = { seq, ...(typeof cancels === 'number' && { cancels }) }
    if (kind === 'cancel') facts.push({ kind, data: {}, ...place })
    else {
      const read = schemas[sport].safeParse({ kind, data })
      if (!read.success) return null
      facts.push({ ...read.data, ...place })
    }
  }
  return facts
}

export const isSport = (name: string): name is Sport => Object.hasOwn(schemas, name)
