import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strapiReader } from '../../server/src/features/content/strapi-source.ts'
import { root } from '../sources.ts'

type Options = { url: string; token: string }

const singles = ['site', 'common', 'auth', 'forms', 'banner']
const lists = ['banners', 'redirects', 'promo-codes', 'loyalty-programs', 'tournaments']
const file = join(root, 'server/src/features/content/strapi-recorded.json')

/** Keeps what a real Strapi answers to the site, so that `npm test` can ask it without one. */
export async function recordAnswers({ url, token }: Options) {
  const answers: Record<string, { status: number; body: unknown }> = {}
  const really = globalThis.fetch
  const recording = async (name: string, asked: Parameters<typeof fetch>[0], init?: Parameters<typeof fetch>[1]) => {
    const response = await really(asked, init)
    answers[`${name}${String(asked).slice(url.length)}`] = {
      status: response.status,
      body: await response.clone().json(),
    }
    return response
  }
  globalThis.fetch = (asked, init) => recording('', asked, init)
  const reader = strapiReader({ url, token, log: { warn: () => {} } })
  await reader.locales()
  for (const name of singles) await reader.single(name, 'en')
  for (const name of lists) await reader.collection(name, 'en')
  await reader.collection('promo-codes', 'es')
  const headers = { authorization: `Bearer ${token}` }
  const said = async (name: string, path: string, init = {}) => recording(`${name} `, `${url}${path}`, init)
  await said('unknown part', '/api/common?populate[nope]=true', { headers })
  await said('unknown part inside', '/api/common?populate[paymentMethods][populate][nope]=true', { headers })
  await said('not published', '/api/site?locale=xx', { headers })
  await said('wrong token', '/api/i18n/locales', { headers: { authorization: 'Bearer wrong' } })
  await said('may not', '/api/upload/files', { headers })
  globalThis.fetch = really
  await writeFile(file, `${JSON.stringify(answers, null, 2)}\n`)
}
