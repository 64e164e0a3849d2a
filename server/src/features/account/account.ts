import type { Operations } from '../../context.ts'
import { confirmContact, settleContact } from './confirm-contact.ts'
import { lockContacts } from './contact-store.ts'
import { claimContact, contactOf, dropOtherContact, readContact, sendContactCode, tooEarly } from './contacts.ts'
import { dropClaim, findDisowned, readDisownToken } from './disown-link.ts'
import { makeLogin } from './fakename.ts'
import { fieldsFor, surroundingsOf } from './fields.ts'
import { getBalance, getInfo } from './get-info.ts'
import { getContactPhoneSettings, getCurrencyRates, getPersonalDataFields } from './get-settings.ts'
import { getNotices, getSecurityEvents, seeNotices } from './notices.ts'
import { provenKeys, provenKeysOf } from './person-store.ts'
import { changeFakename, changeLocale, getHidden, hide } from './preferences.ts'
import { getProfileInfo } from './profile.ts'
import { contactSends, maskContact, personalOf, refuseStale } from './rules.ts'
import { isExcludedPerson, playersLike } from './same-person.ts'
import { saveProfileInfo } from './save-profile.ts'
import { sendConfirmation } from './send-confirmation.ts'
import { getKeys, getValues, setValue } from './storage.ts'
import { endSubscriptions, profileFacts, setHasPassword, setPromoCode, setTwoFactorMethod, standings } from './store.ts'
import { changeSubscription, unsubscribe, unsubscribeLink } from './subscriptions.ts'
import { noticeLetters } from './trail.ts'
import { lateEvents } from './trail-store.ts'

export { addPlayer, type NewPlayer } from './add-player.ts'
export { exportAccount } from './export.ts'
export { facesOf } from './face-store.ts'
export { type FoundPlayer, findByLogin } from './find-player.ts'
export { wireBalances } from './get-info.ts'
export { lockPlayer, lockPlayers, setOpenBonuses } from './lock-store.ts'
export { isKycBlocking } from './rules.ts'
export {
  playersAgedAtLeast,
  readProfile,
  readStanding,
  setBanned,
  setExcludedUntil,
  setHasDeposited,
  setVerification,
  writeCurrency,
} from './store.ts'
export { addNotice, addNotices, noteEvent } from './trail.ts'

/** Addresses and numbers of a player: claimed, confirmed by a code, shown with a mask. */
export const contacts = {
  claim: claimContact,
  dropClaim,
  dropOther: dropOtherContact,
  findDisowned,
  lock: lockContacts,
  mask: maskContact,
  of: contactOf,
  read: readContact,
  readDisownToken,
  sendCode: sendContactCode,
  sends: contactSends,
  settle: settleContact,
  tooEarly,
}

/** How the player can sign in, as the account knows it. */
export const signInWays = { refuseStale, setHasPassword, setTwoFactorMethod }

/** What features upstairs join in their own questions. */
export const relations = { lateEvents, profileFacts, standings }

/** What opens an account: its fields, its first name and login, and the code it was opened with. */
export const registration = { fieldsFor, makeLogin, personalOf, setPromoCode, surroundingsOf }

/** Accounts of one human being, by what they share. */
export const samePerson = { accountsOf: playersLike, isExcluded: isExcludedPerson, keysOf: provenKeysOf, provenKeys }

export const subscriptions = { end: endSubscriptions, link: unsubscribeLink, waiting: noticeLetters }

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
