import { expect, test } from 'vitest'
import { Refusal, refusals } from './refusals.ts'

test('the closed list has these names, codes and statuses, and no others', () => {
  const list = Object.entries(refusals).map(([type, { code, status }]) => `${code} ${type} ${status}`)
  expect(list).toEqual([
    '1 UnknownError 500',
    '2 ApplicationDisabled 503',
    '3 MethodNotFound 404',
    '4 Authorization 401',
    '5 InvalidRequest 400',
    '6 InternalServerError 500',
    '7 AccessDenied 403',
    '8 UserDeleted 401',
    '9 UserBanned 403',
    '10 UserNeedDeposit 422',
    '11 UserNeedProfileData 422',
    '12 UserNeedConfirmContact 422',
    '13 ApplicationUnavailable 503',
    '14 InvalidParameter 422',
    '15 TooManyRequests 429',
    '16 BillingServiceError 502',
    '17 BillingTransactionDeclined 422',
    '18 BillingUnavailable 502',
    '19 BillingDepositLimitExceeded 422',
    '20 WithdrawalDeclined 422',
    '21 WithdrawalLimitsExceeded 422',
    '22 WithdrawalLimitsPeriodExceeded 422',
    '23 KycUserProfile 422',
    '24 KycWithdrawal 422',
    '25 StorageQuotaExceeded 422',
    '26 SumsubVerificationRequired 422',
    '27 RequisitesOnVerification 422',
    '28 RequisitesValidationRequired 422',
    '29 RequisitesFraudulent 422',
  ])
})

test('the statuses that close the page belong to few', () => {
  const fatal = Object.entries(refusals).filter(([, { status }]) => status === 403 || status === 503)
  expect(fatal.map(([type]) => type)).toEqual([
    'ApplicationDisabled',
    'AccessDenied',
    'UserBanned',
    'ApplicationUnavailable',
  ])
})

test('a refusal goes over the wire with its reason and fields, and comes back the same', () => {
  const said = new Refusal('InvalidParameter:LOCALE_UNKNOWN', {
    message: 'No such locale',
    fields: { locale: ['LOCALE_UNKNOWN'] },
    data: { tried: 'xx' },
  })
  expect(said.toWire()).toEqual({
    type: 'InvalidParameterException',
    code: 14,
    message: 'No such locale',
    invalid_parameters: { locale: ['LOCALE_UNKNOWN'] },
    error_data: { tried: 'xx', reason: 'LOCALE_UNKNOWN' },
  })
  const heard = Refusal.fromWire(said.toWire(), said.status)
  expect(heard).toMatchObject({ type: 'InvalidParameter', status: 422, reason: 'LOCALE_UNKNOWN', fields: said.fields })
  expect(heard.toWire()).toEqual(said.toWire())
})

test('a plain refusal carries nothing it does not need', () => {
  expect(new Refusal('Authorization').toWire()).toEqual({
    type: 'AuthorizationException',
    code: 4,
    message: 'Authorization',
  })
})

test.each([undefined, null, 'nonsense', {}, { type: 'MadeUpException' }, { type: '__proto__' }, { type: 7 }])(
  'the answer %o is an unknown error',
  (error) => {
    expect(Refusal.fromWire(error, 502)).toMatchObject({ type: 'UnknownError', status: 502 })
  },
)
