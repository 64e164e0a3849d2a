import type { Context, Tx } from '../../context.ts'
import * as store from './device-store.ts'
import { hashSessionToken, isToken, makeToken, tokenHashes } from './sessions.ts'

const deviceDays = 400

type Browser = Pick<Context, 'visitor' | 'keys'>

const hashesOf = ({ visitor, keys }: Browser): Buffer[] => {
  const token = visitor.cookie('device') ?? ''
  return isToken(token) ? tokenHashes(token, keys.sessionPepper) : []
}

/** Has this player signed in with this browser before? The question costs the same for a player that does not exist. */
export async function isKnownBrowser(ctx: Browser & Pick<Context, 'sql'>, playerId: bigint): Promise<boolean> {
  const hashes = hashesOf(ctx)
  return hashes.length > 0 && (await store.isKnownDevice(ctx.sql, playerId, hashes))
}

/** The key under which the tries of a known browser are counted: one for each player and browser. */
export const browserKey = ({ visitor, keys }: Browser, playerId: bigint): string =>
  `${playerId} ${hashSessionToken(visitor.cookie('device') ?? '', keys.sessionPepper.current).toString('base64url')}`

export type Remembered = {
  /** Neither known nor the first one of this player. */
  isNews: boolean
  /** For the browser, once the transaction has been committed. */
  keep: () => void
}

/**
 * From now on this browser is known to this player. It gets a new token whenever it was not: one that a stranger
 * planted there would otherwise become known too. Other players who use the same browser stay known in it.
 */
export async function rememberBrowser(ctx: Browser, tx: Tx, playerId: bigint): Promise<Remembered> {
  const { visitor, keys } = ctx
  const keep = (token: string) => () => visitor.setCookie('device', token, deviceDays * 86_400)
  const hashes = hashesOf(ctx)
  await store.dropOldDevices(tx, playerId, deviceDays)
  if (hashes.length > 0 && (await store.isKnownDevice(tx, playerId, hashes))) {
    await store.touchDevice(tx, playerId, hashes)
    return { isNews: false, keep: keep(visitor.cookie('device') ?? '') }
  }
  const isNews = await store.hasDevices(tx, playerId)
  const token = makeToken()
  const tokenHash = hashSessionToken(token, keys.sessionPepper.current)
  if (hashes.length > 0) await store.moveDevice(tx, hashes, tokenHash)
  await store.addDevice(tx, playerId, tokenHash)
  return { isNews, keep: keep(token) }
}
