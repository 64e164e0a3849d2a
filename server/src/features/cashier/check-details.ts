import type { SavedRequisite } from '@croupier/contract/methods/cashier'
import { Refusal } from '@croupier/contract/refusals'
import type { PlayerContext } from '../../context.ts'
import { isPassword, isSignedInSince } from '../auth/auth.ts'
import type { PaymentChoice } from './check-payment-choice.ts'
import {
  findRequisite,
  isUsedByOthers,
  lockPrint,
  readOwnRequisite,
  saveRequisite,
  setState,
} from './requisite-store.ts'
import { maskOf, printsOf, sealValues } from './requisites.ts'
import { freshMinutes } from './rules.ts'

/**
 * Where a payout may go: details that are verified go through at once; new ones want a fresh sign-in or the password,
 * and what the provider says of them. Whatever that is, the details are kept with it. Answers the id of the saved details.
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
    // Two players who give the same details at once see each other here.
    await lockPrint(tx, prints[0])
    const state = (await isUsedByOthers(tx, player.id, prints)) ? 'checking' : said
    const saved = await saveRequisite(tx, {
      playerId: player.id,
      method: method.sysname,
      mask: known?.mask ?? maskOf(fields, values),
      sealed: sealValues(values, player.id, keys.documentKey),
      print: prints[0],
      state,
      hasPaidIn: false,
    })
    // The operator may have decided meanwhile.
    const now = await readOwnRequisite(tx, player.id, saved)
    if (now?.state === 'verified' || now?.state === 'fraudulent') return { id: saved, state: now.state }
    await setState(tx, saved, state)
    return { id: saved, state }
  })
  refuseUnless(state)
  return id
}

async function ask({ provider, method, currency, values }: PaymentChoice): Promise<SavedRequisite['state']> {
  const said = await provider.checkPayee({ method: method.sysname, currency, requisites: values })
  return said === 'ok' ? 'verified' : said
}

function refuseUnless(state: SavedRequisite['state']): void {
  if (state === 'checking') {
    throw new Refusal('RequisitesOnVerification', { message: 'These details are being checked' })
  }
  if (state === 'required') {
    throw new Refusal('RequisitesValidationRequired', { message: 'These details have to be proven first' })
  }
  if (state === 'fraudulent') throw fraudulent()
}

const fraudulent = () => new Refusal('RequisitesFraudulent', { message: 'Nothing is paid to these details' })

/** An open session alone cannot send money to new places. */
async function refuseStranger(ctx: PlayerContext, password: string | undefined): Promise<void> {
  if (!(await needsPassword(ctx))) return
  if (password && (await isPassword(ctx, ctx.player.id, password))) return
  throw new Refusal('InvalidParameter:PASSWORD_NEEDED', {
    message: 'New details want the password',
    fields: { password: [password ? 'PASSWORD_WRONG' : 'REQUIRED'] },
  })
}

/** An account without a password has nothing to ask for. */
export const needsPassword = async ({ sql, player }: Pick<PlayerContext, 'sql' | 'player'>): Promise<boolean> =>
  player.standing.hasPassword && !(await isSignedInSince(sql, player.sessionId, freshMinutes))
