import { isIP } from 'node:net'

/** An IPv4 address may come in the clothes of IPv6. */
export const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** One household has a whole /64 of IPv6, so the addresses in it count as one. */
export function network(address: string): string {
  const bare = plain(address)
  if (isIP(bare) !== 6) return bare
  const [head = '', tail] = bare.split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const middle = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...middle, ...right]
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')
}
