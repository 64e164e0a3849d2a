import type { JobContext } from '../context.ts'

/** A process that ends in the middle of a job, and those that do the job after it. */

class Killed extends Error {}

/** At its nth transaction: just before its commit, or just after. */
export type Death = { at: number; isAfter: boolean }

export const deaths: readonly Death[] = [1, 2, 3].flatMap((at) => [true, false].map((isAfter) => ({ at, isAfter })))

function dying(house: JobContext, { at, isAfter }: Death): JobContext {
  let seen = 0
  return {
    ...house,
    begin: async (work) => {
      seen += 1
      // The dead begin nothing, however often they try.
      if (seen > at) throw new Killed()
      const isLast = seen === at
      const answer = await house.begin(async (tx) => {
        const made = await work(tx)
        if (isLast && !isAfter) throw new Killed()
        return made
      })
      if (isLast) throw new Killed()
      return answer
    },
  }
}

type Job = (ctx: JobContext) => Promise<unknown>

/** False where the job was over before. */
export async function die(house: JobContext, job: Job, death: Death): Promise<boolean> {
  try {
    await job(dying(house, death))
    return false
  } catch (error) {
    if (error instanceof Killed) return true
    throw error
  }
}

/** Dies once, then is called again by whole processes: by all of them at once, and once more. Answers whether it died. */
export async function survive(
  [house, ...others]: readonly [JobContext, ...JobContext[]],
  job: Job,
  death: Death = { at: 1, isAfter: false },
): Promise<boolean> {
  const isKilled = await die(house, job, death)
  await Promise.all([house, ...others].map((each) => job(each)))
  await job(house)
  return isKilled
}
