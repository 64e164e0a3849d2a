import { blockName, bytesOf, type Draws, drawsFrom } from './engine/draws.ts'
import type { Standing } from './engine/game.ts'
import { drawPot, potDraws, potSeed } from './engine/pot.ts'
import { studioGame } from './games.ts'

/** What a round's record says; seeds in hex, amounts in minor units. */
export type Claim = {
  game: string
  version: string
  stake: bigint
  choices: readonly unknown[]
  serverSeed: string
  clientSeed: string
  nonce: number
}

export type Verdict = {
  /** SHA-256 of the server's seed: what was shown before the round. */
  hash: string
  /** The blocks that the round used, in hex. */
  blocks: string[]
  /** How the round stood after each choice. */
  standings: Standing[]
}

/** A round of a version that this studio no longer has cannot be recomputed here. */
export class UnknownGame extends Error {}

const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

function bytesOfHex(text: string): Uint8Array<ArrayBuffer> {
  if (!/^([0-9a-f]{2})+$/i.test(text)) throw new TypeError('a seed is written in hexadecimal digits')
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

export const sha256 = async (hex: string): Promise<string> =>
  hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOfHex(hex))))

/** The mathematics cannot wait for a block: it says which one it lacks, and is asked again. */
class Lacking extends Error {}

type Chance = Pick<Claim, 'serverSeed' | 'clientSeed' | 'nonce'>

/** The blocks of a chance: a computation that lacks one is run again with it. */
async function openBlocks({ serverSeed, clientSeed, nonce }: Chance) {
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytesOfHex(serverSeed), hmac, false, ['sign'])
  const blocks: Uint8Array[] = []
  const blockAt = (cursor: number) => {
    const block = blocks[cursor]
    if (!block) throw new Lacking()
    return block
  }
  async function run<T>(compute: (draws: Draws) => T): Promise<T> {
    try {
      return compute(drawsFrom(bytesOf(blockAt)))
    } catch (error) {
      if (!(error instanceof Lacking)) throw error
      const message = new TextEncoder().encode(blockName(clientSeed, nonce, blocks.length))
      blocks.push(new Uint8Array(await crypto.subtle.sign('HMAC', key, message)))
      return run(compute)
    }
  }
  return { blocks, run }
}

/** Recomputes a round from what is published, with the browser's own cryptography. */
export async function verifyRound(claim: Claim): Promise<Verdict> {
  const title = studioGame(claim.game)
  if (title?.maths.version !== claim.version) throw new UnknownGame(`${claim.game} ${claim.version}`)
  const { play } = title.maths
  const { blocks, run } = await openBlocks(claim)
  const standings: Standing[] = []
  for (let count = 1; count <= claim.choices.length; count += 1) {
    const choices = claim.choices.slice(0, count)
    standings.push(await run((draws) => play({ stake: claim.stake, choices }, draws)))
  }
  return { hash: await sha256(claim.serverSeed), blocks: blocks.map(hexOf), standings }
}

type PotClaim = Chance & {
  game: string
  /** The player's own money in the opening stake: what a bonus or the house paid neither feeds the pot nor draws. */
  own: bigint
  currency: string
}

/** The level of the pot that the round hit, null for none; undefined for a game without a pot. */
export async function verifyPot({ game, own, currency, ...chance }: PotClaim): Promise<string | null | undefined> {
  const pot = studioGame(game)?.about.jackpot
  const levels = pot === 'house' ? potDraws.house : undefined
  if (!levels) return undefined
  const { run } = await openBlocks({ ...chance, clientSeed: potSeed(chance.clientSeed) })
  return run((draws) => drawPot(levels, { stake: own, currency, draws })?.sysname ?? null)
}
