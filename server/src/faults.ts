import type { JobContext } from './context.ts'

/** A message may name people or hold a letter's text; the name and code do not. */
export function faultOf(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error }
  return { name: error.name, ...('code' in error && { code: String(error.code) }) }
}

/** In this order: one that fails every time must not keep the others from their work for ever. */
export async function eachForItself<Ctx extends Pick<JobContext, 'log'>>(
  ctx: Ctx,
  all: readonly ((ctx: Ctx) => Promise<unknown>)[],
): Promise<void> {
  const faults: unknown[] = []
  for (const chore of all) {
    await chore(ctx).catch((fault: unknown) => {
      ctx.log.warn({ job: chore.name, fault: faultOf(fault) }, 'a chore of the clock failed')
      faults.push(fault)
    })
  }
  if (faults.length > 0) throw faults[0]
}
