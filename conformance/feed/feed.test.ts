import { expect, test } from 'vitest'
import { hearRequest, openHouse } from './house.ts'
import { referenceProducer } from './reference.ts'
import { feedRules } from './rules.ts'
import { runScenarios } from './run.ts'
import { type Scenario, scenarios } from './scenarios.ts'
import { serveHouse } from './serve.ts'
import { openEvening } from './test/evening.ts'
import { type Lie, lies } from './test/lies.ts'

/** The kit against a producer that keeps every rule, and against producers that break one each; time is made. */

const name = 'acme'
const secret = 'a secret of two'

function opened(lie: Lie | null) {
  let time = Date.parse('2026-12-01T18:00:00Z')
  const now = () => time
  const house = openHouse({ producer: name, secret })
  const evening = openEvening(now)
  const lied = lie?.() ?? {}
  const through = (list: ReturnType<typeof evening.tick>) => (lied.messages ? list.flatMap(lied.messages) : list)
  const options = { name, secret, now, snapshot: () => through(evening.snapshot()) }
  let producer = referenceProducer({ ...options, firstEpoch: 1 })
  let epoch = 1
  return {
    house,
    now,
    restart: async () => {
      time += 3_000
      epoch = producer.epoch() + 1
      producer = referenceProducer({ ...options, firstEpoch: epoch })
    },
    /** A second, and what is sent in it. */
    async wait() {
      time += 1_000
      producer.tell(...through(evening.tick()))
      const request = producer.request()
      const sent = request && lied.sent ? lied.sent(request, now()) : request
      if (!sent) return
      const answer = hearRequest(house, { isSecond: false, ...sent, at: time })
      time += answer.waitMs ?? 0
      const heard = answer.cut ? null : answer
      producer.hear(lied.heard ? lied.heard(heard, sent) : heard)
    },
  }
}

test('there are at least forty scenarios, each with a name of its own', () => {
  expect(new Set(scenarios.map(({ name: each }) => each)).size).toBe(scenarios.length)
  expect(scenarios.length).toBeGreaterThanOrEqual(40)
})

test('a producer that keeps the rules passes every scenario', async () => {
  const { house, now, wait, restart } = opened(null)
  const results = await runScenarios({ house, now, wait, restart, scenarios })
  expect(results.filter(({ state }) => state !== 'passed')).toEqual([])
  expect(results).toHaveLength(scenarios.length)
})

test('without a command the kit cannot start an adapter again, and says so', async () => {
  const { house, now, wait } = opened(null)
  const results = await runScenarios({ house, now, wait, scenarios: scenarios.filter((each) => each.isRestarted) })
  expect(results).toMatchObject([{ state: 'skipped', why: [expect.stringContaining('--command')] }])
})

test('what never comes is not judged', async () => {
  const { house, now, wait } = opened(null)
  const steps = [{ on: 'cancel', fault: 'lost', times: 1 } as const]
  const results = await runScenarios({ house, now, wait, scenarios: [{ name: 'a cancel', steps }] })
  expect(results).toMatchObject([{ state: 'skipped', why: [expect.stringContaining('cancel')] }])
})

/** No wait of seconds in it, and no alive, which comes only where nothing else does. */
const isQuick = ({ steps, isRestarted }: Scenario) =>
  !isRestarted && steps.every(({ on, fault }) => fault !== 'slow' && fault !== 'silent' && on !== 'alive')

test('over HTTP the same, with connections that are really cut', async () => {
  const house = openHouse({ producer: name, secret })
  const door = await serveHouse(house, 0)
  const evening = openEvening(Date.now)
  const producer = referenceProducer({ name, secret, now: Date.now, firstEpoch: 1, snapshot: evening.snapshot })
  const wait = async () => {
    // A second of the evening in a few milliseconds.
    producer.tell(...evening.tick())
    const request = producer.request()
    if (!request) return
    const { path, headers, body } = request
    const answer = await fetch(`${door.url}${path}`, { method: 'POST', headers, body: new Uint8Array(body) })
      .then(async (said) => ({ status: said.status, text: await said.text() }))
      .catch(() => null)
    producer.hear(answer)
  }
  try {
    const results = await runScenarios({ house, now: Date.now, wait, scenarios: scenarios.filter(isQuick) })
    expect(results.filter(({ state }) => state !== 'passed')).toEqual([])
    expect(results.length).toBeGreaterThan(30)
    // Two at a time are seen by the door.
    const twice = ['a', 'b'].map(() =>
      fetch(`${door.url}/feed/v1/${name}`, { method: 'POST', body: 'x'.repeat(3_000_000) }),
    )
    await Promise.all(twice)
    expect(house.findings.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['one', 'size', 'signature']))
  } finally {
    await door.close()
  }
})

test('every rule is broken by somebody', () => {
  expect(new Set(lies.map(([, rule]) => rule))).toEqual(new Set(Object.keys(feedRules)))
})

test.each(lies)('%s: breaks the rule of %s', async (_, rule, lie) => {
  const { house, now, wait } = opened(lie)
  const found = new Set<string>()
  for (const scenario of scenarios.filter((each) => !each.isRestarted)) {
    const [result] = await runScenarios({ house, now, wait, scenarios: [scenario] })
    for (const why of result?.why ?? []) found.add(why.split(': ')[0] ?? '')
    if (found.has(rule)) break
  }
  expect([...found]).toContain(rule)
})

test('a machine that stood still is no silence, and a producer that says nothing is', () => {
  const heardAfter = (stoodMs: number) => {
    const house = openHouse({ producer: 'acme', secret: 'of two' })
    const asked = { path: '/feed/v1/acme', headers: {}, body: Buffer.from('{}'), isSecond: false }
    hearRequest(house, { ...asked, at: 1_000_000 })
    hearRequest(house, { ...asked, at: 1_020_000, stoodMs })
    return house.findings.filter(({ rule }) => rule === 'alive').map(({ what }) => what)
  }
  expect(heardAfter(18_000)).toEqual([])
  expect(heardAfter(0)).toEqual(['20 s without a word'])
})
