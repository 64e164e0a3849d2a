import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'

const contentDir = mkdtempSync(join(tmpdir(), 'content-methods-'))
const write = (path: string, value: unknown) => {
  mkdirSync(join(contentDir, path, '..'), { recursive: true })
  writeFileSync(join(contentDir, path), JSON.stringify(value))
}
write('site/locales.json', [
  { code: 'en', isDefault: true, name: 'English' },
  { code: 'es', name: 'Español' },
])
write('site/site.json', { currencies: ['EUR', 'JPY', 'XXX'], defaultCurrency: 'EUR', forceLogoutSeconds: 900 })
write('site/collections/banners.json', [
  { id: 1, isExist: true, label: 'Last', description: {} },
  {
    id: 2,
    isExist: true,
    label: { en: 'Tenth', es: 'Décimo' },
    image_735_240: '/a.webp',
    description: { position: '10' },
  },
  { id: 3, isExist: true, label: 'Second', description: { position: 2, url: 'javascript:alert(1)' } },
  { id: 4, isExist: false, label: 'Hidden', description: { position: '1' } },
  { id: 'x', isExist: true, label: 'Broken', description: {} },
  { id: 5, isExist: true, label: 'No description' },
])
write('site/collections/seos.json', [{ id: 1, url: '/about', title: { en: 'About', es: 'Acerca' } }])
write('messages/en/common.json', { save: 'Save' })

const { as } = await testApp({ contentDir })

test('banners come in their order, without hidden and broken ones', async () => {
  const { json } = await as(null).get('banners.get', { locale: 'es' })
  expect(json.data.items.map(({ label }: { label: string }) => label)).toEqual(['Second', 'Décimo', 'Last'])
  expect(json.data).toMatchObject({ total: 3, offset: 0, limit: 10 })
  expect(json.data.items[0].description).toEqual({ position: '2', button: '', url: '', terms: '' })
})

test('banners can be taken in parts', async () => {
  const { json } = await as(null).get('banners.get', { count: '1', offset: '1', fields: 'id' })
  expect(json.data).toEqual({ items: [{ id: 2 }], total: 3, offset: 1, limit: 1 })
})

test('a page is described in the language of the call', async () => {
  expect((await as(null).get('metadata.get', { path: '/about', locale: 'es' })).json.data.title).toBe('Acerca')
  expect((await as(null).get('metadata.get', { path: '/nowhere' })).json.data.title).toBe('')
})

test('the general information names only currencies that the platform can count', async () => {
  const { json } = await as(null).get('metadata.getgeneralinfo')
  expect(json.data).toEqual({
    analytic: {},
    available_currencies: { EUR: '€', JPY: '¥' },
    available_locales: ['en', 'es'],
    default_currency: 'EUR',
    is_seon_enabled: false,
    domain_state: 'active',
    domain_type: 'main',
    is_bonus_isolation_enabled: false,
    time_to_force_logout: 900,
    is_game_history_export_enabled: true,
    user_inactivity_cashier_time: 0,
    user_inactivity_pp_time: 0,
  })
})
