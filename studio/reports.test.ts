import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { studioGames } from './games.ts'
import { simulate } from './simulator/simulate.ts'
import { habitsOf, mathsHash, type Report, reportPath } from './simulator/title.ts'

const titles = studioGames.map((game) => ({ ...game, sysname: game.about.sysname }))
const shortRounds = 20_000

function reportOf(sysname: string): Report {
  const report: Report = JSON.parse(readFileSync(reportPath(sysname), 'utf8'))
  return report
}

describe.each(titles)('what $sysname gives back', ({ sysname, about, maths }) => {
  test('has a report', () => {
    expect(existsSync(reportPath(sysname))).toBe(true)
  })

  test('is reported for these rules and this version', () => {
    const report = reportOf(sysname)
    expect(report.version).toBe(maths.version)
    // Another hash: the rules changed. Run `node studio/simulator/main.ts` for it again, and mind the version.
    expect(report.maths_hash).toBe(mathsHash(sysname))
  })

  test('is what players are told', () => {
    const report = reportOf(sysname)
    expect(about.rtp).toMatch(/^\d{2}\.\d{2}$/)
    if (report.method === 'exact') expect(report.rtp.toFixed(2)).toBe(about.rtp)
    else expect(Math.abs(report.rtp - Number(about.rtp))).toBeLessThan(1.96 * report.standard_error + 0.005)
  })

  test('was met by at least ten million rounds', () => {
    const report = reportOf(sysname)
    expect(report.rounds).toBeGreaterThanOrEqual(10_000_000)
    expect(report.standard_error).toBeGreaterThan(0)
    expect(Math.abs(report.simulated_rtp - report.rtp)).toBeLessThan(4 * report.standard_error)
  })

  test('is met by a short run now', { timeout: 60_000 }, async () => {
    const report = reportOf(sysname)
    const habits = await habitsOf(sysname)
    const { rtp, standardError } = simulate(maths, habits, shortRounds, 2)
    expect(Math.abs(rtp * 100 - report.rtp)).toBeLessThan(5 * standardError * 100)
  })

  test('is told exactly where it can be counted', async () => {
    const { exactRtp } = await habitsOf(sysname)
    const report = reportOf(sysname)
    expect(report.method).toBe(exactRtp ? 'exact' : 'simulation')
    if (exactRtp) expect(exactRtp() * 100).toBeCloseTo(report.rtp, 3)
  })
})

test('a simulation from the same seed is the same', async () => {
  const [title] = titles
  if (!title) throw new Error('a studio without titles')
  const habits = await habitsOf(title.sysname)
  expect(simulate(title.maths, habits, 500, 3)).toEqual(simulate(title.maths, habits, 500, 3))
})
