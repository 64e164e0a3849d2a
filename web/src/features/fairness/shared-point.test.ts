import { studioGame } from '@croupier/studio/games'
import { verifyRound } from '@croupier/studio/verify'
import { expect, test } from 'vitest'
import { isPoint } from './shared-point.ts'

const chain = { game: 'liftoff', version: studioGame('liftoff')?.maths.version ?? '', salt: 'a salt' }
const round = { place: 3, hash: '7c'.repeat(32) }

test('the height that the seed gives is the only one that is right', async () => {
  const heights = Array.from({ length: 5_000 }, (_, at) => ((100 + at) / 100).toFixed(2))
  const right: string[] = []
  for (const point of heights) if (await isPoint(chain, { ...round, point }, verifyRound)) right.push(point)
  expect(right).toHaveLength(1)
  const [point = ''] = right
  expect(await isPoint({ ...chain, salt: 'another' }, { ...round, point }, verifyRound)).toBe(false)
})
