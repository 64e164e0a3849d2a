import { beginScenario, forgive, type House, isThrough } from './house.ts'
import type { Scenario } from './scenarios.ts'

export type ScenarioResult = { name: string; state: 'passed' | 'failed' | 'skipped'; why: string[] }

export type Running = {
  house: House
  scenarios: readonly Scenario[]
  now: () => number
  /** A moment in which the producer goes on. */
  wait: () => Promise<void>
  /** Kills the producer and starts it again; without it such scenarios are left out. */
  restart?: (() => Promise<void>) | undefined
  /** How long a scenario may take until the producer is well again. */
  patienceMs?: number
  onResult?: (result: ScenarioResult) => void
}

/** So long more is looked for after something was found. */
const failedMs = 20_000

async function runOne({ house, now, wait, restart, patienceMs = 120_000 }: Running, scenario: Scenario) {
  beginScenario(house, scenario)
  if (scenario.isRestarted) {
    if (!restart) return { state: 'skipped' as const, why: ['needs --command, to kill the adapter and start it again'] }
    await restart()
    forgive(house)
  }
  const begunAt = now()
  const isFailed = () => house.findings.length > 0 && now() - begunAt > failedMs
  while (now() - begunAt < patienceMs && !isThrough(house) && !isFailed()) await wait()
  const why = [...new Set(house.findings.map(({ rule, what }) => `${rule}: ${what}`))]
  if (why.length > 0) return { state: 'failed' as const, why }
  if (isThrough(house)) return { state: 'passed' as const, why }
  const minutes = `${patienceMs / 60_000} minutes`
  const [step] = house.steps
  if (step) return { state: 'skipped' as const, why: [`no message came in ${minutes} that it waits for: ${step.on}`] }
  return { state: 'failed' as const, why: [`the adapter was not well again after ${minutes}`] }
}

/** One after another with the same producer, which goes on telling all the time. */
export async function runScenarios(running: Running): Promise<ScenarioResult[]> {
  const results: ScenarioResult[] = []
  for (const scenario of running.scenarios) {
    const result = { name: scenario.name, ...(await runOne(running, scenario)) }
    results.push(result)
    running.onResult?.(result)
  }
  return results
}
