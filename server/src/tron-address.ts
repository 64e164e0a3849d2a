import { createHash } from 'node:crypto'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const base = 58n
const networkByte = 0x41
const accountBytes = 20
const sumBytes = 4

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
const sumOf = (bytes: Buffer) => sha256(sha256(bytes)).subarray(0, sumBytes)

/** Whether the sum at the end of a TRC20 address is right: one mistyped letter would lose the money. */
export function isTronAddress(text: string): boolean {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) return false
  const value = [...text].reduce((sum, letter) => sum * base + BigInt(alphabet.indexOf(letter)), 0n)
  const hex = value.toString(16).padStart(2 * (1 + accountBytes + sumBytes), '0')
  const bytes = Buffer.from(hex, 'hex')
  if (bytes.length !== 1 + accountBytes + sumBytes || bytes[0] !== networkByte) return false
  return sumOf(bytes.subarray(0, -sumBytes)).equals(bytes.subarray(-sumBytes))
}

/** The address of an account that is made from a name. There is no key to it. */
export function makeTronAddress(name: string): string {
  const plain = Buffer.concat([Buffer.from([networkByte]), sha256(Buffer.from(name)).subarray(0, accountBytes)])
  let value = BigInt(`0x${Buffer.concat([plain, sumOf(plain)]).toString('hex')}`)
  let text = ''
  for (; value > 0n; value /= base) text = `${alphabet[Number(value % base)]}${text}`
  return text
}
