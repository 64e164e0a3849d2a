#!/usr/bin/env node
// Checks a cashback offline: node verify-cashback.mjs cashback-12.csv [head]
//
// A sheet says what the house computed, and lists every line of the purse within the period. Each line carries a hash
// of the line before it and of all it says itself, the same hashes as in a statement: a line that was changed, added or
// left out breaks the chain. The sums, the loss and the amount are computed again from the lines alone. The line before
// the period and the line after it are part of the sheet where there are any, so none can be missing at the ends.
// Nothing is sent anywhere.
import { createHash } from 'node:crypto'
import { readFileSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const names = [
  ...['cashback', 'formula', 'currency', 'decimals', 'start', 'end', 'from', 'to', 'before', 'head'],
  ...['stakes', 'wins', 'rollbacks_in', 'rollbacks_out', 'jackpots', 'conversions'],
  ...['loss', 'rate', 'least', 'most', 'amount'],
]
const sumNames = names.slice(10, 16)
const header = 'purse,seq,time,amount,balance,other,scope,key,part,reason,ref,hash'
const number = '(-?[1-9][0-9]{0,18}|0)'
const text = '"((?:[^"]|"")*)"'
const shape = new RegExp(
  `^${[number, number, '([0-9TZ:.-]{24})', number, number, number, text, text, number, text, text, '([0-9a-f]{64})'].join(',')}$`,
)

class Wrong extends Error {}

/** A mark keeps spreadsheets from running a cell; it is no part of what was said. */
const plain = (cell) => {
  const said = cell.replaceAll('""', '"')
  const marked = said.startsWith("'") ? said.slice(1) : said
  if (/^[=+\-@\t\r']/.test(marked) !== said.startsWith("'")) throw new Wrong('a cell is not written as we write it')
  return marked
}

const momentOf = (time, here) => {
  const ms = Date.parse(time)
  if (Number.isNaN(ms) || new Date(ms).toISOString() !== time) throw new Wrong(`${here}: a time that is none`)
  return ms
}

const wholeOf = (value, name) => {
  if (!/^(-?[1-9][0-9]{0,18}|0)$/.test(value)) throw new Wrong(`${name} is not a number`)
  return BigInt(value)
}

function readFacts(lines) {
  const facts = {}
  for (const [at, name] of names.entries()) {
    const [found, ...value] = (lines[at] ?? '').split(',')
    if (found !== name || value.length !== 1) throw new Wrong(`this is not a sheet: ${name} is missing`)
    facts[name] = value[0]
  }
  if (lines[names.length] !== header) throw new Wrong('this is not a sheet: the lines are missing')
  return facts
}

/**
 * Which sum a line belongs to: stakes that left, what came back of them, and nothing else. Since the second formula bets
 * on sports are no part of it.
 */
function sumOf({ scope, reason, amount }, formula) {
  if (formula !== '1' && scope === 'bet-step') return null
  if (reason === 'rollback') return amount > 0n ? 'rollbacks_in' : 'rollbacks_out'
  if (reason === 'stake') return amount < 0n ? 'stakes' : null
  if (amount < 0n) return null
  if (reason === 'void') return 'rollbacks_in'
  return { win: 'wins', cashout: 'wins', jackpot: 'jackpots', conversion: 'conversions' }[reason] ?? null
}

function readLine(line, last, head) {
  const here = last.seq === null ? 'at the first line' : `after line ${last.seq}`
  const found = shape.exec(line)
  if (!found) throw new Wrong(`${here}: not a line of a sheet`)
  const [, purse, seq, time, amount, balance, other, scope, key, part, reason, ref, hash] = found
  const ms = momentOf(time, here)
  if (last.purse !== null && purse !== last.purse) throw new Wrong(`${here}: a line of another purse`)
  if (last.seq !== null && BigInt(seq) !== last.seq + 1n) throw new Wrong(`${here}: the next line is missing`)
  if (last.seq !== null && BigInt(balance) !== last.balance + BigInt(amount)) {
    throw new Wrong(`${here}: the balance does not add up`)
  }
  if (ms < last.ms) throw new Wrong(`${here}: time runs back`)
  const said = [purse, seq, amount, balance, other, plain(scope), plain(key), part, plain(reason), plain(ref), `${ms}`]
  const next = createHash('sha256').update(head + JSON.stringify(said)).digest('hex')
  if (next !== hash) throw new Wrong(`line ${seq} is not what its hash says`)
  const words = { scope: plain(scope), reason: plain(reason) }
  return { purse, seq: BigInt(seq), ms, amount: BigInt(amount), balance: BigInt(balance), ...words, hash }
}

function readLines(lines, facts) {
  const [start, end] = [momentOf(facts.start, 'start'), momentOf(facts.end, 'end')]
  const [from, to] = [wholeOf(facts.from, 'from'), wholeOf(facts.to, 'to')]
  const sums = Object.fromEntries(sumNames.map((name) => [name, 0n]))
  let last = { purse: null, seq: null, ms: Number.NEGATIVE_INFINITY, balance: 0n }
  let head = facts.before
  let headAtEnd = from === to && from === 0n ? '0'.repeat(64) : null
  let count = 0
  for (const line of lines) {
    last = readLine(line, last, head)
    head = last.hash
    const { seq, ms, amount } = last
    if (count === 0 && seq !== (from > 0n ? from : 1n)) throw new Wrong(`the first line is ${seq}, not ${from > 0n ? from : 1n}`)
    count += 1
    if (seq === to) headAtEnd = head
    if (seq <= from !== ms < start) throw new Wrong(`line ${seq} is on the wrong side of the start`)
    if (seq > to !== ms >= end) throw new Wrong(`line ${seq} is on the wrong side of the end`)
    if (seq > to + 1n) throw new Wrong(`line ${seq} is no part of the sheet`)
    const sum = seq > from && seq <= to ? sumOf(last, facts.formula) : null
    if (sum !== null) sums[sum] += amount < 0n ? -amount : amount
  }
  if (headAtEnd === null) throw new Wrong(`${last.seq === null ? 'all lines' : `lines after ${last.seq}`} are missing`)
  if (headAtEnd !== facts.head) throw new Wrong(`line ${to} does not end with the head of the sheet`)
  return { sums, count }
}

function amountOf(loss, facts) {
  if (facts.formula !== '1' && facts.formula !== '2') throw new Wrong(`formula ${facts.formula} is not known here`)
  const rate = wholeOf(facts.rate, 'rate')
  const share = loss > 0n ? (loss * rate) / 10000n : 0n
  const most = facts.most === '' ? null : wholeOf(facts.most, 'most')
  const least = facts.least === '' ? null : wholeOf(facts.least, 'least')
  const capped = most !== null && share > most ? most : share
  return least !== null && capped < least ? 0n : capped
}

export function verify(file, wantedHead) {
  const whole = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file))
  if (!whole.endsWith('\r\n')) throw new Wrong('the file ends inside a line')
  const lines = whole.slice(0, -2).split('\r\n')
  const facts = readFacts(lines)
  if (!/^[0-9a-f]{64}$/.test(facts.before) || !/^[0-9a-f]{64}$/.test(facts.head)) throw new Wrong('a hash that is none')
  const { sums, count } = readLines(lines.slice(names.length + 1), facts)
  for (const name of sumNames) {
    if (sums[name] !== wholeOf(facts[name], name)) throw new Wrong(`${name}: the lines make ${sums[name]}, the sheet says ${facts[name]}`)
  }
  const loss = sums.stakes - sums.wins - sums.rollbacks_in + sums.rollbacks_out - sums.jackpots - sums.conversions
  if (loss !== wholeOf(facts.loss, 'loss')) throw new Wrong(`loss: the lines make ${loss}, the sheet says ${facts.loss}`)
  const amount = amountOf(loss, facts)
  if (amount !== wholeOf(facts.amount, 'amount')) {
    throw new Wrong(`amount: ${loss} at ${facts.rate} of 10000 makes ${amount}, the sheet says ${facts.amount}`)
  }
  if (wantedHead && wantedHead.toLowerCase() !== facts.head) throw new Wrong(`the sheet ends with ${facts.head}, another head`)
  return { count, loss, amount, currency: facts.currency, head: facts.head }
}

function main([file, wantedHead]) {
  if (!file) {
    console.error('Usage: node verify-cashback.mjs cashback.csv [head]')
    return 2
  }
  try {
    const { count, loss, amount, currency, head } = verify(file, wantedHead)
    console.log(`OK: ${count} lines, loss ${loss}, cashback ${amount} in the smallest unit of ${currency}, head ${head}`)
    return 0
  } catch (error) {
    console.log(`WRONG: ${error instanceof Error ? error.message : error}`)
    return 1
  }
}

const [, script, ...words] = process.argv
if (script && realpathSync(script) === fileURLToPath(import.meta.url)) process.exitCode = main(words)
