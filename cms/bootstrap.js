const { mkdirSync, readFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const { dataDir } = require('./keep-secret')

/** The languages of the embedded content, and which of them is the first. */
async function openLocales(strapi) {
  const wanted = JSON.parse(readFileSync(join(__dirname, '../content/site/locales.json'), 'utf8'))
  const locales = strapi.plugin('i18n').service('locales')
  // Only at first: later the panel decides.
  const store = strapi.store({ type: 'core', name: 'croupier' })
  if (await store.get({ key: 'locales' })) return
  for (const { code, name, isDefault } of wanted) {
    const known = await locales.findByCode(code)
    if (known) await locales.update({ id: known.id }, { name })
    else await locales.create({ code, name })
    if (isDefault) await locales.setDefaultLocale({ code })
  }
  await store.set({ key: 'locales', value: true })
}

/** What the site may do: read every type, and know the languages. */
function siteActions(strapi, uids) {
  return [
    ...uids.flatMap((uid) =>
      strapi.contentTypes[uid].kind === 'singleType' ? [`${uid}.find`] : [`${uid}.find`, `${uid}.findOne`],
    ),
    'plugin::i18n.locales.listLocales',
  ]
}

/** Two tokens, each in a file of the data folder: one reads for the site, one writes for import and export. */
async function openTokens(strapi, uids) {
  const wanted = [
    { name: 'site', type: 'custom', permissions: siteActions(strapi, uids) },
    { name: 'import', type: 'full-access' },
  ]
  const tokens = strapi.service('admin::api-token')
  mkdirSync(join(dataDir, 'tokens'), { recursive: true })
  for (const token of wanted) {
    const kept = await tokens.getByName(token.name)
    if (kept && readToken(token.name)) {
      await tokens.update(kept.id, { ...token, description: 'Croupier', lifespan: null })
      continue
    }
    if (kept) await tokens.revoke(kept.id)
    const { accessKey } = await tokens.create({ ...token, description: 'Croupier', lifespan: null })
    writeFileSync(join(dataDir, 'tokens', token.name), `${accessKey}\n`, { mode: 0o600 })
  }
}

function readToken(name) {
  try {
    return readFileSync(join(dataDir, 'tokens', name), 'utf8').trim()
  } catch {
    return ''
  }
}

const events = [
  ...['entry.create', 'entry.update', 'entry.delete', 'entry.publish', 'entry.unpublish'],
  ...['media.create', 'media.update', 'media.delete'],
]

/** Tells the site of edits, where the environment names one. */
async function openWebhook(strapi) {
  const { CONTENT_HOOK_URL: url, CONTENT_HOOK_SECRET: secret } = process.env
  if (!url || !secret) return
  const store = strapi.get('webhookStore')
  const hook = { name: 'Croupier', url, headers: { Authorization: `Bearer ${secret}` }, events, isEnabled: true }
  const kept = (await store.findWebhooks()).find(({ name }) => name === hook.name)
  const runner = strapi.get('webhookRunner')
  if (kept) runner.update(await store.updateWebhook(kept.id, { ...kept, ...hook }))
  else runner.add(await store.createWebhook(hook))
}

module.exports = { openLocales, openTokens, openWebhook }
