const { randomBytes } = require('node:crypto')
const { existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs')
const { dirname, join } = require('node:path')

/** Everything that this Strapi keeps: its database, its keys, its tokens. */
const dataDir = process.env.CMS_DATA_DIR || join(__dirname, 'data')

/** The key in this file of the data folder; made when there is none. An environment may name another. */
function keepSecret(name) {
  const fromOutside = process.env[`CMS_${name.toUpperCase().replaceAll('-', '_')}`]
  if (fromOutside) return fromOutside
  const path = join(dataDir, 'secrets', name)
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  return keepSecret(name)
}

module.exports = { dataDir, keepSecret }
