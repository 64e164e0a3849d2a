import type { Operations } from '../../context.ts'
import { changeFakename } from './change-fakename.ts'
import { changeLocale } from './change-locale.ts'
import { confirmContact } from './confirm-contact.ts'
import { getBalance, getInfo } from './get-info.ts'
import { getContactPhoneSettings, getCurrencyRates, getPersonalDataFields } from './get-settings.ts'
import { getHidden, hide } from './hidden.ts'
import { getNotices, getSecurityEvents, seeNotices } from './notices.ts'
import { getProfileInfo } from './profile.ts'
import { saveProfileInfo } from './save-profile.ts'
import { sendConfirmation } from './send-confirmation.ts'
import { getKeys, getValues, setValue } from './storage.ts'
import { changeSubscription, unsubscribe } from './subscriptions.ts'

export { cleanValues } from '@croupier/contract/fields/clean'
export { addPlayer, type NewPlayer } from './add-player.ts'
export { settleContact } from './confirm-contact.ts'
export { lockContacts } from './contact-store.ts'
export { claimContact, contactOf, readContact, sendContactCode, tooEarly } from './contacts.ts'
export { deviceText } from './device.ts'
export { exportAccount } from './export.ts'
export { makeLogin } from './fakename.ts'
export { fieldsFor, surroundingsOf } from './fields.ts'
export { type FoundPlayer, findByLogin } from './find-player.ts'
export { wireBalances } from './get-info.ts'
export { readHidden } from './hidden-store.ts'
export { contactSends, isKycBlocking, maskContact, personalOf } from './rules.ts'
export { isExcludedPerson, personKeys, playersLike } from './same-person.ts'
export {
  endSubscriptions,
  fakenamesOf,
  lockPlayer,
  lockPlayers,
  playersAgedAtLeast,
  readNow,
  readProfile,
  readStanding,
  setBanned,
  setExcludedUntil,
  setHasDeposited,
  setHasPassword,
  setTwoFactorMethod,
  setVerification,
  standings,
  writeCurrency,
} from './store.ts'
export { unsubscribeLink, unsubscribeToken } from './subscriptions.ts'
export { addNotice, noteEvent } from './trail.ts'

export const accountMethods = {
  'account.getInfo': getInfo,
  'account.getBalance': getBalance,
  'account.getprofileinfo': getProfileInfo,
  'account.getPersonalDataFields': getPersonalDataFields,
  'account.getContactPhoneSettings': getContactPhoneSettings,
  'account.getcurrencyrates': getCurrencyRates,
  'account.saveProfileInfo': saveProfileInfo,
  'account.changefakename': changeFakename,
  'account.changelocale': changeLocale,
  'account.sendconfirmationtocontact': sendConfirmation,
  'account.confirmContact': confirmContact,
  'account.changeSubscription': changeSubscription,
  'account.unsubscribe': unsubscribe,
  'account.getNotices': getNotices,
  'account.seeNotices': seeNotices,
  'account.getSecurityEvents': getSecurityEvents,
  'leaderboard.getHidden': getHidden,
  'leaderboard.setHidden': hide,
  'storage.get': getValues,
  'storage.getKeys': getKeys,
  'storage.set': setValue,
} satisfies Partial<Operations>
