const { keepSecret } = require('../keep-secret')

module.exports = () => ({ 'users-permissions': { config: { jwtSecret: keepSecret('users-jwt') } } })
