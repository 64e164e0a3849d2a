// `node studio/simulator/main.ts <sysname|all> [rounds]` plays a title's maths and writes its report, rtp.json.
import { writeFileSync } from 'node:fs'
import { studioGames } from '../games.ts'
import { simulate } from './simulate.ts'
import { habitsOf, mathsHash, type Report, reportPath } from './title.ts'

const [wanted = '', asked = '10000000'] = process.argv.slice(2)
const rounds = Number(asked)
const titles = studioGames.filter(({ about }) => wanted === 'all' || about.sysname === wanted)
if (titles.length === 0 || !Number.isInteger(rounds) || rounds < 2) {
  process.stderr.write(
    `usage: main.ts <all|${studioGames.map(({ about }) => about.sysname).join('|')}> [rounds=10000000]\n`,
  )
  process.exit(1)
}

const percent = (fraction: number) => Number((fraction * 100).toFixed(4))

for (const { about, maths } of titles) {
  const habits = await habitsOf(about.sysname)
  const exact = habits.exactRtp?.()
  const measured = simulate(maths, habits, rounds)
  const report: Report = {
    version: maths.version,
    method: exact === undefined ? 'simulation' : 'exact',
    rtp: percent(exact ?? measured.rtp),
    simulated_rtp: percent(measured.rtp),
    rounds,
    standard_error: percent(measured.standardError),
    hit_rate: percent(measured.hitRate),
    max_multiple: Number(measured.maxMultiple.toFixed(2)),
    maths_hash: mathsHash(about.sysname),
  }
  writeFileSync(reportPath(about.sysname), `${JSON.stringify(report, null, 2)}\n`)
  process.stdout.write(`${about.sysname}: ${JSON.stringify(report)}\n`)
}
