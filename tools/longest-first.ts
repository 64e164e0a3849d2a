import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Test files that take longest, the longest first. A worker that begins one of them last keeps the whole run waiting, and
 * where nothing is kept of earlier runs, as in CI, Vitest would begin with the files that have most letters.
 */
const longest = [
  ...[
    ...['place-bets', 'betting', 'slip', 'my-bets', 'bet-troubles', 'workers', 'support', 'quality', 'betting-event'],
    ...['tournaments', 'control', 'loyalty', 'code-to-payout', 'demo-players', 'popups', 'booking'],
  ].map((name) => `e2e/${name}.test.ts`),
  ...[
    ...['http/who-may', 'sandbox/feed/script', 'http/odd-text', 'features/bonuses/stories-first'],
    ...['features/bonuses/stories-second', 'seeds/crowd/flights', 'sandbox/feed-simulator', 'db/embedded'],
    ...['operator/backup', 'features/bonuses/orders', 'features/bonuses/betting/stories', 'operator/operator'],
    ...['sandbox/feed/joint', 'features/rounds/table/races', 'sandbox/sample-provider'],
    ...['features/tournaments/restored', 'features/rounds/batch/faults'],
  ].map((name) => `server/src/${name}.test.ts`),
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.indexOf(relative(this.ctx.config.root, moduleId))
      return place === -1 ? longest.length : place
    }
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}
