const { factories } = require('@strapi/strapi')
const { openLocales, openTokens, openWebhook } = require('../bootstrap')

const ownTypes = (strapi) => Object.keys(strapi.contentTypes).filter((uid) => uid.startsWith('api::'))

module.exports = {
  /** Every type has the routes that Strapi gives by itself; the folders of types hold their schemas alone. */
  register({ strapi }) {
    for (const uid of ownTypes(strapi)) {
      const [namespace, name] = uid.split('.')
      strapi.get('controllers').add(namespace, { [name]: factories.createCoreController(uid) })
      strapi.get('services').add(namespace, { [name]: factories.createCoreService(uid) })
      strapi.api(name).routes = { [name]: factories.createCoreRouter(uid) }
    }
  },

  async bootstrap({ strapi }) {
    await openLocales(strapi)
    await openTokens(strapi, ownTypes(strapi))
    await openWebhook(strapi)
  },
}
