import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keptWishes, wishesOf } from './social-wishes.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('window', { localStorage: { getItem: (name: string) => stored.get(name) ?? null } })
})
afterEach(() => vi.unstubAllGlobals())

test('what the visit has noted rides along where no form asks for it', () => {
  expect(keptWishes()).toEqual({})
  stored.set('promo_code', 'EMBER50').set('is_betting', '1')
  const socialTab = wishesOf({ terms: '1', notify: '' }, 'panda')
  expect({ ...keptWishes(), ...socialTab }).toMatchObject({ promo_code: 'EMBER50', is_betting: '1', terms: '1' })
  stored.set('is_betting', 'yes')
  expect(keptWishes()).toEqual({ promo_code: 'EMBER50' })
})

test('a form that asks for it decides, also against the note', () => {
  stored.set('promo_code', 'EMBER50').set('is_betting', '1')
  const form = { hasPromocode: '', promo_code: 'EMBER50', is_betting: '0', currency: 'BRL' }
  expect({ ...keptWishes(), ...wishesOf(form, '') }).toMatchObject({ promo_code: '', is_betting: '0' })
  expect(wishesOf({ ...form, hasPromocode: '1', promo_code: 'OTHER' }, '')).toMatchObject({ promo_code: 'OTHER' })
})
