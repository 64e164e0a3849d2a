import { createHash, createHmac } from 'node:crypto'
import { cardNumber } from '@croupier/contract/fields/bank-details'
import { z } from 'zod'
import { isSameBytes } from '../encryption.ts'
import { parseJson } from '../parse-json.ts'

export type PaymentCard = { token: string; mask: string; outcome: 'ok' | 'bank_declined' | 'insufficient_funds' }

/** Numbers that look right and pay nothing. Every other number that is right pays. */
const outcomes: Record<string, PaymentCard['outcome']> = {
  '4000000000000002': 'bank_declined',
  '4000000000009995': 'insufficient_funds',
}

/**
 * A card to try a payment with, by what it is for: the same one twice is the same card, and
 * each payment has another. One card of two players would be looked into before it gets money.
 */
export function testNumberOf(purpose: string): string {
  const part = createHash('sha256').update(purpose).digest().readUIntBE(0, 6) % 1_000_000_000
  const digits = `424242${String(part).padStart(9, '0')}`
  // The last figure makes the sum right: from the end, every second figure counts twice.
  const sum = [...digits].reverse().reduce((all, figure, at) => {
    const worth = at % 2 === 0 ? Number(figure) * 2 : Number(figure)
    return all + (worth > 9 ? worth - 9 : worth)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

const macChars = 32
const inside = z.object({ m: z.string(), o: z.enum(['ok', 'bank_declined', 'insufficient_funds']), p: z.string() })

/**
 * Tokens say by themselves which card they stand for, sealed with the key of this company, so that nothing about cards
 * has to be kept. The same card always has the same token, and no number can be read from it.
 */
export function openPaymentCards(secret: string) {
  const mac = (text: string) => createHmac('sha256', secret).update(text).digest('hex').slice(0, macChars)

  return {
    /** Null when no card can have that number. */
    tokenOf(number: string): PaymentCard | null {
      const digits = number.replaceAll(/[ -]/g, '')
      if (!/^\d+$/.test(digits) || cardNumber(digits) !== null) return null
      const mask = `${digits.slice(0, 6)}...${digits.slice(-4)}`
      const outcome = Object.hasOwn(outcomes, digits) ? (outcomes[digits] ?? 'ok') : 'ok'
      const print = mac(`card ${digits}`).slice(0, 16)
      const text = Buffer.from(JSON.stringify({ m: mask, o: outcome, p: print })).toString('base64url')
      return { token: `${text}${mac(text)}`, mask, outcome }
    },

    read(token: string): PaymentCard | null {
      const [text, mark] = [token.slice(0, -macChars), token.slice(-macChars)]
      if (!isSameBytes(Buffer.from(mac(text)), Buffer.from(mark))) return null
      const parsed = inside.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')))
      return parsed.success ? { token, mask: parsed.data.m, outcome: parsed.data.o } : null
    },
  }
}
