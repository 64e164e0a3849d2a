const { join } = require('node:path')
const { dataDir } = require('../keep-secret')

module.exports = () => ({
  connection: { client: 'sqlite', connection: { filename: join(dataDir, 'cms.db') }, useNullAsDefault: true },
})
