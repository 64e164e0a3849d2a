import type { NoticeKind, SecurityEventKind } from '@croupier/contract/security'
import type { Db, Tx, Visitor } from '../../context.ts'
import { deviceText } from '../../device-text.ts'
import { textsIn } from './notices.ts'
import { insertEvent, insertNotices, playersWithLetters, takeLetterNotices } from './trail-store.ts'

type Browser = Pick<Visitor, 'address' | 'userAgent'>

/** The audit trail of one account, which the player can read. Without a visitor it was the house itself. */
export const noteEvent = (db: Db, playerId: bigint, kind: SecurityEventKind, visitor: Browser | null) =>
  insertEvent(db, {
    playerId,
    kind,
    address: visitor?.address ?? '',
    device: visitor ? deviceText(visitor.userAgent) : '',
  })

/** Shown on the next visit, once. */
export const addNotice = (
  tx: Tx,
  playerId: bigint,
  kind: NoticeKind,
  params: Record<string, string> = {},
  wantsLetter = false,
) => addNotices(tx, kind, [{ playerId, params }], wantsLetter)

export const addNotices = async (
  tx: Tx,
  kind: NoticeKind,
  about: readonly { playerId: bigint; params: Record<string, string> }[],
  wantsLetter: boolean,
): Promise<void> => {
  if (about.length === 0) return
  await insertNotices(
    tx,
    about.map((one) => ({ ...one, kind, wantsLetter })),
  )
}

/** Notices that leave by mail too, for the job that decides about them. */
export const noticeLetters = {
  players: playersWithLetters,
  take: async (tx: Tx, playerId: bigint) =>
    (await takeLetterNotices(tx, playerId)).map(({ kind, params }) => ({ kind, params: textsIn(params) })),
}
