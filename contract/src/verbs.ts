import type { MethodName } from './contract.ts'

/** The browser needs to know which calls are POST, and nothing else of the schemas. A test holds this against the contract. */
const posts: ReadonlySet<MethodName> = new Set<MethodName>([
  'account.addcontact',
  'account.cancelLimit',
  'account.changefakename',
  'account.changelocale',
  'account.changepassword',
  'account.changeSubscription',
  'account.changeTwoFactorAuth',
  'account.closeSession',
  'account.confirmContact',
  'account.confirmLimit',
  'account.confirmRealityCheck',
  'account.confirmTwoFactorAuth',
  'account.exportData',
  'account.saveProfileInfo',
  'account.seeNotices',
  'account.selfExclude',
  'account.sendconfirmationtocontact',
  'account.setCurrency',
  'account.setLimit',
  'account.setRealityCheck',
  'account.setUserOnVerification',
  'account.unsubscribe',
  'auth.login',
  'auth.register',
  'auth.restore',
  'campaigns.checkPromocode',
  'cashier.cancelwithdrawal',
  'cashier.makedeposit',
  'cashier.makewithdrawal',
  'storage.set',
  'sumsub.createApplicant',
  'sumsub.getAccessToken',
])

export const verbOf = (name: MethodName): 'GET' | 'POST' => (posts.has(name) ? 'POST' : 'GET')
