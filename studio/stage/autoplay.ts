/** What the player set before it began. Limits count from its first round. */
export type AutoPlan = {
  rounds: number
  /** Stops when so much is lost, or would be by one more stake. */
  lossLimit: bigint | null
  /** Stops when one round wins so much. */
  winLimit: bigint | null
  stopsOnFeature: boolean
}

export type AutoRun = AutoPlan & { left: number; net: bigint }

export type AutoRound = { staked: bigint; won: bigint; isFeature: boolean }

export const beginAuto = (plan: AutoPlan): AutoRun => ({ ...plan, left: plan.rounds, net: 0n })

export function afterRound(run: AutoRun, { staked, won, isFeature }: AutoRound): AutoRun | null {
  const next = { ...run, left: run.left - 1, net: run.net + won - staked }
  if (next.left <= 0) return null
  if (isFeature && run.stopsOnFeature) return null
  if (run.winLimit !== null && won >= run.winLimit) return null
  return next
}

/** False where one more stake could take it over its limit. */
export const mayStake = (run: AutoRun, stake: bigint): boolean =>
  run.lossLimit === null || stake - run.net <= run.lossLimit
