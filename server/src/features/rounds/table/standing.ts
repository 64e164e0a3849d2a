import type { WireStanding } from '@croupier/contract/methods/rounds'
import type { Db } from '../../../context.ts'
import { type Spendable, spendableOf } from '../../bonuses/bonuses.ts'
import { standOf, wireStanding } from '../own/rules.ts'
import type { ChanceKey } from '../sealed-chance.ts'
import { wireMoney } from '../wire.ts'
import { linkAt } from './chain.ts'
import { readGuestBalance, type TablePlay } from './plays-store.ts'
import { readSharedById } from './store.ts'

/** How a play stands. One that has only begun asks for no chance, so it needs no link. */
export function tableStanding(play: TablePlay, link: Buffer | null, left: Spendable): WireStanding {
  const { salt, place, currency } = play
  const whole = {
    ...play,
    currency: wireMoney(0n, currency).currency,
    seedId: null,
    serverSeed: link ?? Buffer.alloc(0),
    clientSeed: salt,
    nonce: BigInt(place),
    staked: play.stake,
    isShared: true,
    packId: null,
    jackpot: null,
  }
  return wireStanding(whole, standOf(whole), { ...left, freeLeft: 0 })
}

/** The link of a play that goes beyond its opening. */
export async function linkOf(db: Db, { sharedId, place, choices }: TablePlay, keys: ChanceKey): Promise<Buffer | null> {
  if (choices.length === 1) return null
  const shared = await readSharedById(db, sharedId)
  if (!shared) throw new Error('a play without its round')
  return linkAt(shared.chain, place, keys)
}

export async function readTableStanding(db: Db, play: TablePlay, keys: ChanceKey): Promise<WireStanding> {
  const { playerId, guestId } = play
  const link = await linkOf(db, play, keys)
  const left =
    playerId === null
      ? { balance: await readGuestBalance(db, guestId ?? 0n), bonus: null }
      : await spendableOf(db, { ...play, playerId })
  return tableStanding(play, link, left)
}
