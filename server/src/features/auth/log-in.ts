import { Refusal } from '@croupier/contract/refusals'
import type { Context, Operation } from '../../context.ts'
import { network } from '../../network.ts'
import { isPasswordOfSomebody } from '../../passwords.ts'
import { findByLogin } from '../account/account.ts'
import { browserKey, isKnownBrowser } from './devices.ts'
import { type Entering, enterWith } from './enter.ts'
import { wrongCredentials } from './refusals.ts'
import { nameKey } from './rules.ts'
import { isToken, tokenHashes } from './sessions.ts'
import * as store from './store.ts'

/** Whatever the alias, the address and the node. */
export const accountAttempts = { points: 10, seconds: 900 }
/** The same over a day: a patient guesser has no more than a hundred. */
const dayAttempts = { points: 100, seconds: 86_400 }
/** Failures of one network over all accounts. */
export const addressAttempts = { points: 50, seconds: 900 }

/** No player has this number: looking for an unknown name costs the same as looking for a known one. */
const noPlayer = 0n

export const logIn: Operation<'auth.login'> = async (ctx, input) => {
  const wish = {
    remember: input.remember === '1',
    payoutOnly: input.payout_only === '1',
    confirmReturn: input.confirm_return === '1',
    code: input.code.trim(),
    isResend: input.resend === '1',
  }
  const isSecondStep = input.login === '' && input.password === ''
  return isSecondStep ? finish(ctx, wish) : begin(ctx, input, wish)
}

type EnteringOptions = Omit<Entering, 'playerId' | 'how'>

/** After a social service or a messenger: the cookie says who, the code is all that is missing. */
async function finish(ctx: Context, wish: EnteringOptions) {
  const secondStep = ctx.visitor.cookie('second') ?? ''
  const hashes = tokenHashes(secondStep, ctx.keys.sessionPepper)
  const step = isToken(secondStep) ? await store.findSecondStep(ctx.sql, hashes) : undefined
  if (!step) throw wrongCredentials()
  return enterWith(ctx, { ...wish, playerId: step.playerId, how: 'social' }, { secondStep })
}

async function begin(ctx: Context, { login, password }: { login: string; password: string }, wish: EnteringOptions) {
  const found = await findByLogin(ctx.sql, login)
  const playerId = found?.playerId ?? noPlayer
  const counted = await countTry(ctx, playerId, login)
  const stored = await store.readPassword(ctx.sql, playerId)
  const isRight = await isPasswordOfSomebody(password, stored?.hash)
  if (!isRight || stored === undefined) throw wrongCredentials()
  await counted.forget()
  try {
    const entered = await enterWith(ctx, { ...wish, playerId, how: 'password' }, { passwordHash: stored.hash })
    await counted.giveBack()
    return entered
  } catch (error) {
    // A wrong code stays counted as a failure of this address.
    if (Refusal.is(error) && error.reason === 'TWO_FACTOR') await counted.giveBack()
    throw error
  }
}

/**
 * Counted before anything is hashed. A browser that the player has signed in with before has a count of its own:
 * strangers can use up theirs, and the owner still gets in.
 */
async function countTry(ctx: Context, playerId: bigint, login: string) {
  const { attempts, visitor } = ctx
  const accountKey = playerId === noPlayer ? `name ${nameKey(login)}` : `player ${playerId}`
  if (await isKnownBrowser(ctx, playerId)) {
    const key = browserKey(ctx, playerId)
    await attempts.count('auth.browser', accountAttempts, key)
    return { forget: () => attempts.forget('auth.browser', key), giveBack: async () => {} }
  }
  const addressKey = network(visitor.address)
  await attempts.count('auth.address', addressAttempts, addressKey)
  await attempts.count('auth.account', accountAttempts, accountKey)
  await attempts.count('auth.accountDay', dayAttempts, accountKey)
  return {
    async forget() {
      await attempts.forget('auth.account', accountKey)
      await attempts.forget('auth.accountDay', accountKey)
    },
    giveBack: () => attempts.giveBack('auth.address', addressAttempts, addressKey),
  }
}

/** After a new password: what strangers have used up must not keep the owner out. */
export async function forgetAttempts({ attempts }: Pick<Context, 'attempts'>, playerId: bigint) {
  await attempts.forget('auth.account', `player ${playerId}`)
  await attempts.forget('auth.accountDay', `player ${playerId}`)
  // Whoever guessed the second step had the password, and has it no more.
  await attempts.forget('auth.secondDay', String(playerId))
}
