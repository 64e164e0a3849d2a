import type { Output } from '@croupier/contract/contract'
import { jackpotLevels } from '@croupier/contract/games'
import { Refusal } from '@croupier/contract/refusals'
import type { Draws } from '@croupier/studio/engine/draws'
import { studioGame } from '@croupier/studio/games'
import type { Operation, PlayerContext } from '../../../context.ts'
import { modeOf } from '../batch/store.ts'
import { drawsOf, hashOfSeed } from '../own/seeds.ts'
import { type ChanceKey, openChance, ownerOfSeed } from '../sealed-chance.ts'
import { linkAt } from '../table/chain.ts'
import { openCards, wireMoney, wirePaid } from '../wire.ts'
import { type OwnPlay, readOwnRound, readPaidActions, readPlayRecord } from './round-store.ts'

export type Record = Output<'rounds.getRound'>

const mostActions = 1_000

/** A round of another player is like one that never was. */
export const roundUnknown = () =>
  new Refusal('InvalidParameter:ROUND_UNKNOWN', { message: 'No such round', fields: { round: ['ROUND_UNKNOWN'] } })

export const getRound: Operation<'rounds.getRound'> = async (ctx, asked) => {
  const { provider, round } = asked
  const found = await readOwnRound(ctx.sql, ctx.player.id, asked)
  if (!found) throw roundUnknown()
  const { game, currency } = found
  const money = (minor: bigint) => wireMoney(minor, currency)
  const [actions, play, cardOf] = await Promise.all([
    readPaidActions(ctx.sql, provider, round, mostActions),
    provider === 'studio' ? readPlayRecord(ctx.sql, ctx.player.id, round) : undefined,
    openCards(ctx, [game]),
  ])
  return {
    round,
    provider,
    game: cardOf(game),
    version: play?.version ?? null,
    mode: modeOf(found.mode),
    staked: money(found.staked),
    won: money(found.won),
    ...wirePaid(found, currency),
    is_closed: found.isClosed,
    is_free: play?.isFree ?? false,
    opened_at: found.openedAt.toISOString(),
    closed_at: found.isClosed ? found.updatedAt.toISOString() : null,
    actions: actions.map(({ action, kind, staked, won, isRolledBack, at, ...paid }) => ({
      transaction: action,
      kind,
      staked: money(staked),
      won: money(won),
      ...wirePaid(paid, currency),
      is_rolled_back: isRolledBack,
      at: at.toISOString(),
    })),
    // Where the key is lost that its seed was sealed with, its money is all that can be told.
    play: play ? await playOf(ctx, game, play, money) : null,
  }
}

async function playOf(
  { keys, player }: PlayerContext,
  game: string,
  play: OwnPlay,
  money: (minor: bigint) => Record['staked'],
): Promise<Record['play']> {
  const choices: unknown[] = Array.isArray(play.choices) ? play.choices : []
  const { seed, clientSeed, nonce, isShown, isRevealed } = await chanceOf(play, player.id, { ...keys, mayBeLost: true })
  if (seed.length === 0) return null
  const level = jackpotLevels.find((known) => known === play.jackpotLevel)
  const standings = isShown ? standingsOf(game, play, choices, () => drawsOf(seed, clientSeed, nonce)) : []
  return {
    stake: money(play.stake),
    choices,
    standings: standings.map(({ staked, won, isOver, view }) => ({
      staked: money(staked),
      won: money(won),
      is_over: isOver,
      view,
    })),
    client_seed: clientSeed,
    nonce: Number(nonce),
    hash: hashOfSeed(seed).toString('hex'),
    server_seed: isRevealed ? seed.toString('hex') : null,
    shared: play.sharedId === null ? null : { id: String(play.sharedId), salt: play.salt ?? '' },
    jackpot: level ? { level, won: money(play.jackpotWon) } : null,
  }
}

/** Where its chance came from. Nothing of a round at the table is shown before all of it is over. */
async function chanceOf(play: OwnPlay, playerId: bigint, keys: ChanceKey) {
  const { chainGame, rootKept, length, place, isSharedOver, link, seedKept, clientSeed, nonce, isRevealed } = play
  if (chainGame !== null && rootKept && length !== null && place !== null) {
    const seed = isSharedOver
      ? (link ?? Buffer.alloc(0))
      : await linkAt({ game: chainGame, rootKept, length }, place, keys)
    const [salt, at] = [play.salt ?? '', BigInt(place)]
    return { seed, clientSeed: salt, nonce: at, isShown: isSharedOver, isRevealed: isSharedOver }
  }
  if (!seedKept) throw new Error('a round without a seed')
  return { seed: openChance(seedKept, ownerOfSeed(playerId), keys), clientSeed, nonce, isShown: true, isRevealed }
}

/**
 * How it stood after each choice: what the player saw then, made again by the same mathematics. Nothing is shown by
 * others: where the version is gone, there is nothing to show.
 */
function standingsOf(game: string, { version, stake }: OwnPlay, choices: readonly unknown[], draws: () => Draws) {
  const maths = studioGame(game)?.maths
  if (maths?.version !== version) return []
  return choices.map((_, at) => maths.play({ stake, choices: choices.slice(0, at + 1) }, draws()))
}

/** For the frame that shows a round again. */
export async function recordOf(ctx: PlayerContext, game: string, round: string): Promise<Record> {
  const record = await getRound(ctx, { round, provider: 'studio' })
  if (record.game.sysname !== game || !record.play || record.play.standings.length === 0) throw roundUnknown()
  return record
}
