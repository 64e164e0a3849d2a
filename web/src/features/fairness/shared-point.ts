import type { Claim, Verdict } from '@croupier/studio/verify'

type Chain = { game: string; version: string; salt: string | null }
type Round = { place: number; hash: string; point: string }

/** The height at which a flight ends, told in hundredths by the mathematics of the title. */
const heightIn = (view: unknown): unknown =>
  typeof view === 'object' && view !== null && 'point' in view ? view.point : undefined

/** Whether the published height is the one that the seed gives: a player who stayed aboard until the end would see it. */
export async function isPoint(
  { game, version, salt }: Chain,
  { place, hash, point }: Round,
  verifyRound: (claim: Claim) => Promise<Verdict>,
): Promise<boolean> {
  const choices = [{ auto: null }, { end: true }]
  const claim = { game, version, stake: 100n, choices, serverSeed: hash, clientSeed: salt ?? '', nonce: place }
  const { standings } = await verifyRound(claim)
  return heightIn(standings.at(-1)?.view) === Math.round(Number(point) * 100)
}
