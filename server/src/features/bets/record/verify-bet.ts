// Settles a bet again, offline: node verify-bet.mjs bet.json
// The file is the record that the site gives for a bet: its legs, what happened in their events, what was said of their
// markets, and every step of its money. Nothing is fetched or sent.
import { readFileSync } from 'node:fs'
import { type BetRecord, isBetRecord } from '@croupier/sportsbook/bet-record'
import { verifyBet } from '@croupier/sportsbook/verify-bet'

/** 0: right, 1: wrong, 2: it cannot be said. */
function end(text: string, code: 0 | 1 | 2): never {
  console.log(text)
  process.exit(code)
}

const inside = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (Object.getOwnPropertyDescriptor(value, name)?.value ?? value) : value

/** As it was saved, or as the site answers it. */
function read(file: string): BetRecord {
  let told: unknown
  try {
    told = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    end(error instanceof SyntaxError ? `${file} is not JSON.` : `${file} cannot be read.`, 2)
  }
  const record = inside(inside(told, 'data'), 'record')
  return isBetRecord(record) ? record : end(`${file} holds no record of a bet.`, 2)
}

const decimal = (minor: bigint, decimals: number) => {
  const digits = String(minor).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

const [file] = process.argv.slice(2)
if (!file) end('node verify-bet.mjs bet.json', 2)
const record = read(file)
const verdict = verifyBet(record)
if (verdict.kind !== 'right') {
  const { where, own, said } = verdict.difference
  const text = `${where} comes out as ${own}, the record says ${said}`
  if (verdict.kind === 'wrong') end(`WRONG: ${text}`, 1)
  end(`UNSURE: a word has come that the bet was not looked at with yet: ${text}`, 2)
}
const { decimals, currency, state } = record.bet
const money = `${decimal(verdict.returned + verdict.boost + verdict.cashed, decimals)} ${currency}`
const words = verdict.byWord === 0 ? '' : `, ${verdict.byWord} of them by word alone`
end(
  `OK: bet ${record.bet.id} is ${state}, ${money} returned; ${verdict.facts} facts, ${verdict.results} results${words}`,
  0,
)
