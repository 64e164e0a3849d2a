import type { Context } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { addNotice, readStanding } from '../account/account.ts'
import { post } from '../mail/mail.ts'
import { claimReadyChanges } from './store.ts'

const atOnce = 100

type TellContext = Pick<Context, 'begin' | 'announce' | 'i18n' | 'content' | 'config'>

/** Tells players that the wait of their raise is over and the second yes is theirs. Each is told once, on one node. */
export async function tellReadyLimits(ctx: TellContext): Promise<void> {
  for (;;) {
    const told = await ctx.begin(async (tx) => {
      const changes = await claimReadyChanges(tx, atOnce)
      for (const playerId of new Set(changes.map((change) => change.playerId))) {
        await addNotice(tx, playerId, 'limitReady')
        await tellPlayer(tx, playerId, 'account')
        const { email, isEmailConfirmed, locale } = await readStanding(tx, playerId)
        if (email && isEmailConfirmed) {
          await post(ctx, tx, { channel: 'email', to: email, kind: 'limitReady', locale, params: {} })
        }
      }
      return changes.length
    })
    if (told < atOnce) return
  }
}
