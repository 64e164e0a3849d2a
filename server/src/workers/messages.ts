import { z } from 'zod'

/** What a process needs to know of the first one, which has the database, the stand-ins and the door. */
const begin = z.object({
  kind: z.literal('begin'),
  worker: z.number(),
  url: z.string(),
  share: z.object({ plain: z.number(), pipelined: z.number(), tables: z.number() }),
  /** Where the first one takes what only it can answer. */
  passTo: z.string(),
  chatScript: z.string().nullable(),
  sampleOrigin: z.string().nullable(),
})
export type Begin = z.output<typeof begin>

/** From the first process to another one. With `listen` comes the socket of the site's port. */
export const orders = z.discriminatedUnion('kind', [
  begin,
  z.object({ kind: z.literal('listen') }),
  z.object({ kind: z.literal('simulated'), address: z.string().optional() }),
  z.object({ kind: z.literal('measure'), id: z.number() }),
])
export type Order = z.output<typeof orders>

/** And back: it hears, it can answer, what it has counted. What is said to it before it hears is lost. */
export const reports = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hears') }),
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('measured'), id: z.number(), metrics: z.array(z.custom<object>()) }),
])
export type WorkerReport = z.output<typeof reports>
