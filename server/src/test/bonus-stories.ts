import { describe, expect, test } from 'vitest'
import { Commands, storyCurrencies } from './bonus-commands.ts'
import { bonusHouse } from './bonus-house.ts'
import { wrongRows } from './bonus-rows.ts'
import type { Seat } from './bonus-seat.ts'
import { type Beside, beginModel, compareHolding, report, stepBoth } from './bonus-telling.ts'
import { effort } from './effort.ts'
import { chanceFrom } from './purses.ts'

/** So many steps make a story, and so many stories are told at a time: jobs are run for all of them at once. */
const [length, together] = [50, 25]

type Story = {
  name: string
  seat: Seat
  beside: Beside
  commands: Commands
  chance: (below: number) => number
  left: number
}

/** What stories must have met, so that the comparison has looked at it. */
const mustMeet = {
  rules: ['BONUS_MAX_BET', 'BONUS_GAME_EXCLUDED', 'BONUS_START', 'INSUFFICIENT_FUNDS', 'BONUS_NOT_ISOLATED'],
  calls: ['KEY_CONFLICT', 'ROLLED_BACK', 'NO_BET', 'ROUND_CLOSED', 'ROUND_MISMATCH', 'NOT_ROLLABLE', 'shortfall'],
  machine: ['BONUS_OVER', 'BONUS_CHANGED', 'BURN_BONUSES', 'UNKNOWN_BONUS', 'payout', 'cancel', 'late', 'over'],
  states: [
    'active',
    'paused',
    'queued',
    'issued',
    'completed',
    'lost',
    'expired',
    'removed player',
    'removed withdrawal',
  ],
  later: ['more after completion', 'less after completion'],
}

/**
 * Random stories of players with bonuses against the model: this part of them, of so many. Parts are files of their own,
 * so that both cores of a machine tell them.
 */
export async function tellBonusStories(part: number, parts: number) {
  const { db, seat: newSeat, work } = await bonusHouse()
  const stories = Array.from({ length: Math.ceil(effort.bonusSteps / length) }, (_, at) => at + 1)
  const numbers = stories.filter((at) => at % parts === part)
  const seen = new Map<string, number>()
  const note = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1)

  async function begin(number: number): Promise<Story> {
    const chance = chanceFrom(number)
    const currency = storyCurrencies[number % storyCurrencies.length] ?? 'EUR'
    const main = BigInt(chance(2) * chance(9_000))
    const [seat, beside, name] = [await newSeat(currency, main), beginModel(main), `b${number}`]
    const commands = new Commands(name, { chance, model: beside.model, currency })
    return { name, seat, beside, commands, chance, left: length }
  }

  /** A few steps of one story. */
  async function go({ seat, beside, commands, name, ...story }: Story, steps: number, wrong: string[]) {
    for (let at = 0; at < Math.min(steps, story.left) && !beside.isWrong; at += 1) {
      const command = commands.next()
      const { wrong: found, said } = await stepBoth(seat, beside, command)
      note('no' in said ? said.no : command.kind)
      if ('ok' in said && said.ok.shortfall) note('shortfall')
      if (beside.model.bonuses.some(({ id, state }) => beside.model.view(id).shows !== state)) note('over')
      if (found.length === 0) continue
      beside.isWrong = true
      wrong.push(report(name, found, beside))
    }
  }

  async function tellTogether(group: readonly number[], wrong: string[]) {
    const told: Story[] = []
    for (const number of group) told.push(await begin(number))
    while (told.some(({ left }) => left > 0)) {
      await Promise.all(
        told.map(async (story) => {
          const steps = 1 + story.chance(8)
          await go(story, steps, wrong)
          story.left -= steps
        }),
      )
      await work()
      for (const { beside, seat, name } of told.filter((each) => !each.beside.isWrong)) {
        beside.model.now += 1
        beside.model.runJobs()
        const found = [...beside.watch.look(), ...(await compareHolding(seat, beside))]
        beside.told.push('jobs')
        if (found.length === 0) continue
        beside.isWrong = true
        wrong.push(report(name, found, beside))
      }
    }
    for (const { beside } of told) noteEnd(beside)
    return told
  }

  function noteEnd({ model }: Beside) {
    for (const { state, endReason, key, baseChanges } of model.bonuses) {
      note(endReason === null ? state : `${state} ${endReason}`)
      if (key.startsWith('late')) note('late')
      if (baseChanges.slice(1).some((change) => change > 0n)) note('more after completion')
      if (baseChanges.slice(1).some((change) => change < 0n)) note('less after completion')
    }
  }

  describe(`bonuses, part ${part + 1} of ${parts}`, () => {
    test(`${numbers.length} stories of ${length} steps and the jobs between them`, {
      timeout: 300_000 * effort.timeoutFactor,
    }, async () => {
      const wrong: string[] = []
      const owed = new Map<string, bigint>()
      for (let at = 0; at < numbers.length && wrong.length < 20; at += together) {
        const told = await tellTogether(numbers.slice(at, at + together), wrong)
        for (const { seat, beside } of told) {
          for (const purse of ['promotions', 'receivable', 'game'] as const) {
            const name = `${purse} ${seat.currency}`
            owed.set(name, (owed.get(name) ?? 0n) + beside.model.purse(purse))
          }
        }
      }
      expect(wrong.slice(0, 5).join('\n\n')).toBe('')
      expect(await wrongRows(db, owed)).toEqual([])
      expect(
        Object.values(mustMeet)
          .flat()
          .filter((each) => !seen.has(each)),
      ).toEqual([])
    })
  })
}
