import { type EntryReason, entryReasons } from '@croupier/contract/cashier'
import { isCurrency, toDecimal } from '@croupier/contract/money'
import { readStanding } from '../features/account/account.ts'
import {
  approveWithdrawal,
  decideDetails,
  declineWithdrawal,
  listDetails,
  listNotices,
  listPaymentSwitches,
  listStale,
  listWithdrawals,
  providerNames,
  setSwitch,
} from '../features/cashier/cashier.ts'
import { listShortfalls } from '../features/rounds/rounds.ts'
import type { Command, Result, RunCommand } from './command.ts'
import { withTexts } from './with-texts.ts'

const declineReasons: readonly EntryReason[] = entryReasons.filter((reason) =>
  ['DOCUMENTS_NEEDED', 'OWNER_DIFFERS', 'RULES_BROKEN', 'WRONG_DETAILS', 'OPERATOR'].includes(reason),
)

const readId = (word: string | undefined): bigint | null => (word && /^\d{1,18}$/.test(word) ? BigInt(word) : null)

const readApproval: Command['read'] = ({ words: [word] }) => {
  const id = readId(word)
  if (id === null) return null
  return (site) => withTexts(site, async (ctx) => told(await approveWithdrawal(ctx, id), id, 'approved'))
}

const readDecline: Command['read'] = ({ words: [word, reasonWord] }) => {
  const id = readId(word)
  const reason = declineReasons.find((each) => each === reasonWord)
  if (id === null || !reason) return null
  return (site) => withTexts(site, async (ctx) => told(await declineWithdrawal(ctx, id, reason), id, 'declined'))
}

type Done = Awaited<ReturnType<typeof approveWithdrawal>>

function told(done: Done, id: bigint, word: string): Result {
  if (done === 'unknown') return { lines: [`There is no payout ${id}.`], code: 1 }
  if (done === 'details first') return { lines: [`Payout ${id} waits for its details: see \`details list\`.`], code: 1 }
  if (done === 'not possible') return { lines: [`Payout ${id} can no longer be ${word}.`], code: 1 }
  return { lines: [done === 'already' ? `Payout ${id} was ${word} already.` : `Payout ${id} is ${word}.`], code: 0 }
}

const shown = (minor: bigint, currency: string) =>
  isCurrency(currency) ? `${toDecimal(minor, currency)} ${currency}` : `${minor} ${currency}`

const showWithdrawals: RunCommand = async ({ db }) => {
  const waiting = await listWithdrawals(db)
  const lines: string[] = []
  for (const entry of waiting) {
    const { login } = await readStanding(db.sql, entry.playerId)
    const details = Object.values(entry.requisites).join(' ')
    const asked = entry.createdAt.toISOString()
    const waits = entry.reason === 'DETAILS_CHECKING' ? `  waits for details ${entry.requisiteId}` : ''
    lines.push(
      `${entry.id}  ${asked}  ${shown(entry.amount, entry.currency)}  ${entry.method} ${details}  ${login}${waits}`,
    )
  }
  return { lines: lines.length > 0 ? lines : ['No payout waits.'], code: 0 }
}

const readPaymentSwitch: Command['read'] = ({ words: [verb, provider = '', word, ...note] }) => {
  const direction = (['deposit', 'withdrawal'] as const).find((each) => each === word)
  if (!direction || !providerNames.includes(provider)) return null
  return async ({ db }) => {
    await setSwitch(db, { provider, direction, isOpen: verb === 'on', note: note.join(' ') })
    return { lines: [`${provider}: ${direction}s are ${verb}.`], code: 0 }
  }
}

const showSwitches: RunCommand = async ({ db }) => {
  const closed = await listPaymentSwitches(db)
  const lines = closed.map(({ provider, direction, at, note }) =>
    `${provider}  ${direction}s are off since ${at.toISOString()}  ${note}`.trimEnd(),
  )
  return { lines: lines.length > 0 ? lines : ['Everything is on.'], code: 0 }
}

const showNotices: RunCommand = async ({ db }) => {
  const contradictions = await listNotices(db)
  const lines = contradictions.map(
    ({ at, provider, noticeId, entryId, verdict, said }) =>
      `${at.toISOString()}  ${provider}  ${verdict}  entry ${entryId ?? 'unknown'}  ${noticeId}  ${JSON.stringify(said)}`,
  )
  return { lines: lines.length > 0 ? lines : ['Nothing to look at.'], code: 0 }
}

const showShortfalls: RunCommand = async ({ db }) => {
  const found = await listShortfalls(db.sql, 200)
  const lines = found.map(
    ({ at, provider, action, round, playerId, shortfall, currency }) =>
      `${at.toISOString()}  ${provider}  ${action}  round ${round}  player ${playerId}  ${shown(shortfall, currency)}`,
  )
  return { lines: lines.length > 0 ? lines : ['No provider has to collect anything.'], code: 0 }
}

const showOpen: RunCommand = async ({ db }) => {
  const open = await listStale(db.sql, 200)
  const lines = open.map(({ id, type, status, provider, createdAt, askedAt }) => {
    const asked = askedAt ? `asked ${askedAt.toISOString()}` : 'never asked'
    return `${id}  ${createdAt.toISOString()}  ${type}  ${status}  ${provider}  ${asked}`
  })
  return { lines: lines.length > 0 ? lines : ['Nothing has been open for so long.'], code: 0 }
}

const readDetailsVerdict: Command['read'] = ({ words: [verb, word] }) => {
  const id = readId(word)
  if (id === null) return null
  return (site) =>
    withTexts(site, async (ctx) => {
      const done = await decideDetails(ctx, id, verb === 'accept' ? 'verified' : 'fraudulent')
      if (done === 'unknown') return { lines: [`There are no details ${id}.`], code: 1 }
      return { lines: [`Details ${id} are ${verb === 'accept' ? 'accepted' : 'refused'}.`], code: 0 }
    })
}

const showDetails: RunCommand = async ({ db }) => {
  const waiting = await listDetails(db)
  const lines = waiting.map(
    ({ id, playerId, method, mask, state }) => `${id}  player ${playerId}  ${method} ${mask}  ${state}`,
  )
  return { lines: lines.length > 0 ? lines : ['No details wait.'], code: 0 }
}

export const cashierCommands: Command[] = [
  { form: 'withdrawals list', about: 'payouts that wait for your word', read: () => showWithdrawals },
  { form: 'withdrawals approve <id>', about: 'lets the provider pay it', read: readApproval },
  {
    form: 'withdrawals decline <id> <reason>',
    about: `${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(declineReasons)}; the money goes back to the balance`,
    read: readDecline,
  },
  { form: 'payments switches', about: 'what is switched off', read: () => showSwitches },
  {
    form: 'payments off|on <provider> deposit|withdrawal [note…]',
    about: `one of ${providerNames.join(', ')}`,
    read: readPaymentSwitch,
  },
  { form: 'payments notices', about: 'what providers said that cannot be', read: () => showNotices },
  { form: 'payments open', about: 'what has been open for more than a day', read: () => showOpen },
  {
    form: 'payments shortfalls',
    about: 'wins that games took back from players who no longer had them',
    read: () => showShortfalls,
  },
  { form: 'details list', about: 'details of payouts that wait for the operator to look', read: () => showDetails },
  {
    form: 'details accept|refuse <id>',
    about: 'what the operator found; payouts that wait for them go on or go back',
    read: readDetailsVerdict,
  },
]
