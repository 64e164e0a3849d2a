import { hash, verify } from '@node-rs/argon2'
import { ContentError } from './content-error.ts'

const atOnce = 2
const mostWaiting = 64

let running = 0
const waiting: (() => void)[] = []

/** Hashing takes memory and a core; a crowd at the door waits, and a mob is turned away. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnce) running += 1
  else {
    if (waiting.length >= mostWaiting) throw new ContentError(503, 'ServiceUnavailableError', 'Try again soon', {}, 5)
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** Argon2id, with the library's parameters: 19 MiB, two passes. */
export const hashPassword = (password: string) => inTurn(() => hash(password.normalize('NFKC')))

export const isPassword = (password: string, stored: string) => inTurn(() => verify(stored, password.normalize('NFKC')))
