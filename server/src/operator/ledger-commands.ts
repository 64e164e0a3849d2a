import { type Currency, fromDecimal, isCurrency, isPurseCurrency, toDecimal } from '@croupier/contract/money'
import { begin } from '../db/db.ts'
import { lockPlayer, noteEvent, readStanding } from '../features/account/account.ts'
import {
  currencyIn,
  describeProof,
  ledgerDir,
  move,
  type PlayerPurse,
  playerPurses,
  readStatement,
  readSums,
  statementCsv,
  verifyLedger,
} from '../features/wallet/wallet.ts'
import type { Command, RunCommand } from './command.ts'
import { forPlayer } from './player-commands.ts'

const readVerify: Command['read'] = ({ flags: { recent, full } }) => {
  if (recent && full) return null
  return async ({ db, config }) => {
    const proof = await verifyLedger(db.sql, { dir: ledgerDir(config), isFull: !recent })
    const sums = await readSums(db.sql)
    const lines = sums.map(
      ({ currency, purses, players, sum }) =>
        `${currency.padEnd(5)} ${purses} purses, players own ${shown(players, currency)}, sum ${shown(sum, currency)}`,
    )
    return { lines: [...lines, ...describeProof(proof)], code: proof.faultCount === 0 ? 0 : 1 }
  }
}

const shown = (minor: bigint, currency: string) =>
  isPurseCurrency(currency) ? toDecimal(minor, currency) : String(minor)

const isPurse = (word: string): word is PlayerPurse => playerPurses.some((purse) => purse === word)
const mostLines = 100

const readStatementCommand: Command['read'] = ({ words: [login = '', purse = 'main'], flags: { csv: isCsv } }) => {
  if (!isPurse(purse)) return null
  return ({ db }) =>
    forPlayer(db, login, async ({ playerId }) => {
      const currency = currencyIn(purse, (await readStanding(db.sql, playerId)).currency)
      const asked = { playerId, kind: purse, currency }
      if (isCsv) return { lines: [], text: statementCsv(db.sql, asked), code: 0 }
      const { balance, seq, head, lines } = await readStatement(db.sql, asked, { offset: 0, count: mostLines })
      return {
        lines: [
          `${login} ${purse}: ${shown(balance, currency)} ${currency}, ${seq} lines, head ${head.toString('hex')}`,
          ...(seq > BigInt(lines.length) ? [`The last ${lines.length}; --csv gives all.`] : []),
          ...lines.reverse().map((line) => statementLine(line, currency)),
        ],
        code: 0,
      }
    })
}

type Line = Awaited<ReturnType<typeof readStatement>>['lines'][number]

const statementLine = ({ seq, atMs, amount, balance, reason, ref }: Line, currency: string) =>
  [
    String(seq).padStart(6),
    new Date(Number(atMs)).toISOString(),
    `${amount > 0n ? '+' : ''}${shown(amount, currency)}`.padStart(16),
    shown(balance, currency).padStart(16),
    reason.padEnd(10),
    ref,
  ].join('  ')

/** `-12.50` takes back. */
function readAmount(text: string, currency: Currency): bigint | null {
  const isTaken = text.startsWith('-')
  const amount = fromDecimal(isTaken ? text.slice(1) : text, currency)
  if (amount === null || amount === 0n) return null
  return isTaken ? -amount : amount
}

const readCorrection: Command['read'] = ({ words: [login = '', amountText = '', currency = ''], flags }) => {
  const [reason, key] = [flags.reason, flags.key].map((flag) => String(flag).trim())
  if (!isCurrency(currency) || !reason || !isPlainReason(reason) || !key || !/^[\w.:-]{1,100}$/.test(key)) return null
  const amount = readAmount(amountText, currency)
  return amount === null ? null : correct({ login, amount, currency, reason, key })
}

/** It becomes part of a line of the statement: one line, and short enough to stand there. */
const isPlainReason = (text: string) => text.length <= 180 && text.isWellFormed() && !/\p{Cc}/u.test(text)

type Correction = { login: string; amount: bigint; currency: Currency; reason: string; key: string }

const correct =
  ({ login, amount, currency, reason, key }: Correction): RunCommand =>
  ({ db }) =>
    forPlayer(db, login, ({ playerId }) =>
      begin(db, async (tx) => {
        await lockPlayer(tx, playerId)
        const { currency: own } = await readStanding(tx, playerId)
        if (own !== currency) return { lines: [`The account of ${login} is in ${own}.`], code: 1 }
        const main = { playerId, kind: 'main', currency } as const
        const house = { playerId: null, owner: 'house', kind: 'corrections', currency } as const
        const [from, to] = amount > 0n ? [house, main] : [main, house]
        const moved = amount > 0n ? amount : -amount
        const outcome = await move(tx, {
          scope: 'correction',
          key,
          playerId,
          body: { playerId, amount, currency, reason },
          // The reason is part of the line, so it stays as long as the line does.
          transfers: [{ from, to, amount: moved, reason: 'correction', ref: `correction:${reason}` }],
          answer: (balanceOf) => toDecimal(balanceOf(main), currency),
        })
        const said = (text: string, code: 0 | 1) => ({ lines: [`${login}: ${text}`], code })
        if (outcome.kind === 'short') return said('there is not so much in the purse; nothing moved.', 1)
        if (outcome.kind === 'overflow') return said('that is more than a purse can hold; nothing moved.', 1)
        if (outcome.kind === 'conflict') return said(`the key ${key} stands for something else; nothing moved.`, 1)
        if (outcome.kind === 'repeated') return said(`the key ${key} was used for this already; nothing moved.`, 0)
        await noteEvent(tx, playerId, 'balanceCorrected', null)
        return said(`${toDecimal(amount, currency)} ${currency}; the balance is ${JSON.parse(outcome.answer)}.`, 0)
      }),
    )

export const ledgerCommands: Command[] = [
  {
    form: 'ledger verify [--recent] [--full]',
    about: 'proves the ledger from its transfers; --recent: only what moved since the last proof',
    read: readVerify,
  },
  {
    form: 'ledger statement <login> [purse] [--csv]',
    about: 'the last lines of a purse, or all of them for a table; main if none is named',
    read: readStatementCommand,
  },
  {
    form: 'ledger correct <login> <amount> <currency> --reason <text> --key <key>',
    about: 'gives to the main purse, or takes from it with a minus; a key moves money once',
    read: readCorrection,
  },
]
