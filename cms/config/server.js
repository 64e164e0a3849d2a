const { mkdirSync } = require('node:fs')
const { join } = require('node:path')
const { dataDir, keepSecret } = require('../keep-secret')

const publicDir = join(dataDir, 'public')
mkdirSync(join(publicDir, 'uploads'), { recursive: true })

module.exports = ({ env }) => ({
  host: env('HOST', '127.0.0.1'),
  port: env.int('PORT', 1337),
  dirs: { public: publicDir },
  app: { keys: [keepSecret('app-key')] },
})
