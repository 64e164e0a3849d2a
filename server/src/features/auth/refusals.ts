import { Refusal, wrongField } from '@croupier/contract/refusals'

/** The same words for a wrong password, an unknown name and an account that is gone. */
export const wrongCredentials = () =>
  new Refusal('Authorization:WRONG_CREDENTIALS', { message: 'Wrong login or password' })

export const tooManyAttempts = (seconds: number) =>
  new Refusal('TooManyRequests', {
    message: `Too many tries, resend time ${seconds}`,
    data: { resend_time: seconds },
  })

export const commonPassword = (field: string) =>
  wrongField('PASSWORD_COMMON', field, 'This password is among the first that are guessed')

export const wrongPassword = (field: string) => wrongField('PASSWORD_WRONG', field, 'This is not the password')
