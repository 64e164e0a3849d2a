// Plays a simulated match again, offline: node verify-match.mjs match.json
// The file is the proof that the site gives for a match that is over: its seed, who played, what was told of it and
// what became of its markets. Nothing is fetched or sent.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type MatchProof, verifyMatch } from '@croupier/sportsbook/verify'
import { drawsFrom } from './chance.ts'

/** 0: right, 1: wrong, 2: it cannot be said. */
function end(text: string, code: 0 | 1 | 2): never {
  console.log(text)
  process.exit(code)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isHex = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
const isResult = (value: unknown) =>
  isObject(value) &&
  Array.isArray(value.outcomes) &&
  value.outcomes.every((each) => Array.isArray(each) && each.length === 4) &&
  (value.void_reason === null || typeof value.void_reason === 'string')

const isProof = (value: unknown): value is MatchProof =>
  isObject(value) &&
  typeof value.ref === 'string' &&
  isHex(value.seed_hash) &&
  isHex(value.seed) &&
  isObject(value.model) &&
  isObject(value.model.params) &&
  Array.isArray(value.facts) &&
  Array.isArray(value.results) &&
  value.results.every(isResult)

function read(file: string): MatchProof {
  let told: unknown
  try {
    told = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    end(error instanceof SyntaxError ? `${file} is not JSON.` : `${file} cannot be read.`, 2)
  }
  const proof = isObject(told) && isObject(told.data) ? told.data : told
  if (isObject(proof) && (proof.seed === null || proof.seed === ''))
    end('The seed of this match is not shown: it is not over, or somebody made things happen in it.', 2)
  return isProof(proof) ? proof : end(`${file} holds no proof of a match.`, 2)
}

function verdictOn(proof: MatchProof) {
  const bytes = (seed: string) => Buffer.from(seed, 'hex')
  try {
    return verifyMatch(proof, {
      draws: (seed) => drawsFrom(bytes(seed)),
      hashOf: (seed) => createHash('sha256').update(bytes(seed)).digest('hex'),
    })
  } catch (error) {
    end(`The match cannot be played again: ${error instanceof Error ? error.message : String(error)}.`, 2)
  }
}

const [file] = process.argv.slice(2)
if (!file) end('node verify-match.mjs match.json', 2)
const verdict = verdictOn(read(file))
if (verdict.kind === 'wrong') end(`WRONG: ${verdict.where}`, 1)
if (verdict.kind === 'unsure')
  end(`UNSURE: the match was not played to its end, and a word may have waited for its correction: ${verdict.where}`, 2)
const length = verdict.isFinished ? 'played to its end' : 'as far as it was told'
end(`OK: ${verdict.facts} facts, ${length}, ${verdict.markets} results`, 0)
