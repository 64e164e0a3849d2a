#!/usr/bin/env node
// Checks a statement offline: node verify-statement.mjs statement.csv [head]
//
// Every line of a statement carries a hash of the line before it and of all it says itself. Whoever changes, adds or
// leaves out a line breaks the chain. The head is the hash of the last line: the site shows it beside the statement, and
// with it lines that are missing at the end are found too. Nothing is sent anywhere.
import { createHash } from 'node:crypto'
import { createReadStream, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

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

async function* linesOf(file) {
  let rest = Buffer.alloc(0)
  for await (const part of createReadStream(file)) {
    rest = Buffer.concat([rest, part])
    for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
      yield new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(rest.subarray(0, end))
      rest = rest.subarray(end + 2)
    }
  }
  if (rest.length > 0) throw new Wrong('the file ends inside a line')
}

export async function verify(file, wantedHead) {
  let last = { purse: null, seq: 0n, balance: 0n, ms: 0 }
  let head = '0'.repeat(64)
  let isFirst = true
  for await (const line of linesOf(file)) {
    if (isFirst) {
      if (line !== header) throw new Wrong('this is not a statement')
      isFirst = false
      continue
    }
    const here = `after line ${last.seq}`
    const found = shape.exec(line)
    if (!found) throw new Wrong(`${here}: not a line of a statement`)
    const [, purse, seq, time, amount, balance, other, scope, key, part, reason, ref, hash] = found
    const ms = Date.parse(time)
    if (Number.isNaN(ms) || new Date(ms).toISOString() !== time) throw new Wrong(`${here}: a time that is none`)
    if (last.purse !== null && purse !== last.purse) throw new Wrong(`${here}: a line of another purse`)
    if (BigInt(seq) !== last.seq + 1n) throw new Wrong(`${here}: the next line is missing`)
    if (BigInt(balance) !== last.balance + BigInt(amount)) throw new Wrong(`${here}: the balance does not add up`)
    if (ms < last.ms) throw new Wrong(`${here}: time runs back`)
    const said = [purse, seq, amount, balance, other, plain(scope), plain(key), part, plain(reason), plain(ref), `${ms}`]
    head = createHash('sha256').update(head + JSON.stringify(said)).digest('hex')
    if (head !== hash) throw new Wrong(`${here}: the next line is not what its hash says`)
    last = { purse, seq: BigInt(seq), balance: BigInt(balance), ms }
  }
  if (isFirst) throw new Wrong('this is not a statement')
  if (wantedHead && wantedHead.toLowerCase() !== head) {
    throw new Wrong(`the statement ends with ${head}: lines after it are missing, or the head is another one's`)
  }
  return { count: last.seq, balance: last.balance, head }
}

async function main([file, wantedHead]) {
  if (!file) {
    console.error('Usage: node verify-statement.mjs statement.csv [head]')
    return 2
  }
  try {
    const { count, balance, head } = await verify(file, wantedHead)
    const about = `${count} lines, balance ${balance} in the smallest unit, head ${head}`
    console.log(`OK: ${about}${wantedHead ? '' : ' (compare the head with the one on the site)'}`)
    return 0
  } catch (error) {
    console.log(`WRONG: ${error instanceof Error ? error.message : error}`)
    return 1
  }
}

const [, script, ...words] = process.argv
if (script && realpathSync(script) === fileURLToPath(import.meta.url)) process.exitCode = await main(words)
