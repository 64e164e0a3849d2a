import { Refusal } from '@croupier/contract/refusals'
import type { PlayerContext } from '../../context.ts'
import { lockPlayer, signInWays } from '../account/account.ts'
import { isPassword } from '../auth/auth.ts'
import type { PaymentChoice } from './check-payment-choice.ts'
import { findRequisite, isUsedByOthers, saveRequisite, writeValues } from './requisite-store.ts'
import { maskOf, printsOf, sealValues } from './requisites.ts'
import { type DetailsState, keepVerdict } from './settle-details.ts'

/**
 * Where a payout may go: details that are verified go through at once; new ones want a fresh sign-in or the password,
 * or what stands for it where there is none, and what the provider says of them. Whatever that is, the details are kept
 * with it. Answers the id of the saved details; those that are still being checked are answered too, for a payout can
 * wait for them.
 */
export async function checkDetails(
  ctx: PlayerContext,
  choice: PaymentChoice,
  password: string | undefined,
): Promise<bigint> {
  const { sql, player, keys } = ctx
  const { method, fields, values } = choice
  const prints = printsOf(fields, values, keys.documentKey)
  if (!prints) throw new Error('a payout without details')
  const known = choice.saved ?? (await findRequisite(sql, player.id, method.sysname, prints))
  if (known?.state === 'verified') return known.id
  // Where money came from is still a new place for it to go: a thief of the session may have paid in from there.
  if (!known || known.state === 'new') await refuseStranger(ctx, password)
  if (known?.state === 'fraudulent') throw fraudulent()
  const said = (await isUsedByOthers(sql, player.id, prints)) ? 'checking' : await ask(choice)
  const { id, state } = await ctx.begin(async (tx) => {
    await lockPlayer(tx, player.id)
    const sealed = sealValues(values, player.id, keys.documentKey)
    // Known by their row: while a key changes, the print of today is another than theirs.
    if (known) await writeValues(tx, known.id, sealed)
    const id =
      known?.id ??
      (await saveRequisite(tx, {
        playerId: player.id,
        method: method.sysname,
        mask: maskOf(fields, values),
        sealed,
        print: prints[0],
        state: 'checking',
        hasPaidIn: false,
      }))
    return { id, state: await keepVerdict(ctx, tx, { playerId: player.id, requisiteId: id, prints, said }) }
  })
  refuseDetails(state)
  return id
}

async function ask({ provider, method, currency, values }: PaymentChoice): Promise<DetailsState> {
  const said = await provider.checkPayee({ method: method.sysname, currency, requisites: values })
  return said === 'ok' ? 'verified' : said
}

/** What no payout may wait for. */
export function refuseDetails(state: DetailsState): void {
  if (state === 'required') {
    throw new Refusal('RequisitesValidationRequired', { message: 'These details have to be proven first' })
  }
  if (state === 'fraudulent') throw fraudulent()
}

const fraudulent = () => new Refusal('RequisitesFraudulent', { message: 'Nothing is paid to these details' })

/** An open session alone cannot send money to new places. */
async function refuseStranger(ctx: PlayerContext, password: string | undefined): Promise<void> {
  if (!ctx.player.standing.hasPassword) return signInWays.refuseStale(ctx.player)
  if (!needsPassword(ctx)) return
  if (password && (await isPassword(ctx, ctx.player.id, password))) return
  throw new Refusal('InvalidParameter:PASSWORD_NEEDED', {
    message: 'New details want the password',
    fields: { password: [password ? 'PASSWORD_WRONG' : 'REQUIRED'] },
  })
}

export const needsPassword = ({ player }: Pick<PlayerContext, 'player'>): boolean =>
  player.standing.hasPassword && !player.isFresh
