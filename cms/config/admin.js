const { keepSecret } = require('../keep-secret')

module.exports = ({ env }) => ({
  auth: { secret: keepSecret('admin-jwt') },
  apiToken: { salt: keepSecret('token-salt') },
  transfer: { token: { salt: keepSecret('transfer-salt') } },
  secrets: { encryptionKey: keepSecret('encryption-key') },
  flags: { nps: false, promoteEE: false },
  // A machine that only reads content needs no panel, and no minutes to build it.
  serveAdminPanel: env.bool('CMS_PANEL', true),
  watchIgnoreFiles: ['**/data/**'],
})
