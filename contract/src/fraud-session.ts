/** The session that the agent of the fraud check makes of a browser. Both sides go by these sizes. */

/** Longer than any session is; what is longer is none, because a part of one says nothing. */
export const fraudSessionMost = 20_000

const addressMost = 3000

/** Whole or not at all. */
export const wholeFraudSession = (value: unknown): string =>
  typeof value === 'string' && value.length <= fraudSessionMost ? value : ''

/** Servers refuse long addresses: what does not fit goes once in a body, and the address carries the visit alone. */
export const fitsAddress = (session: string): boolean =>
  encodeURIComponent(session.toWellFormed()).length <= addressMost
