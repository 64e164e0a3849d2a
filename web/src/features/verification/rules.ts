import type { VerificationInfo } from '@croupier/contract/methods/account-control'

export type State = VerificationInfo['state']

export const stepNames = ['details', 'documents', 'check', 'done'] as const
export type StepName = (typeof stepNames)[number]

/** The step that is the player's or the provider's turn; after the last one nothing is left to do. */
export function stepOf({ state, missing }: Pick<VerificationInfo, 'state' | 'missing'>): StepName | null {
  if (state === 'approved') return null
  if (state === 'pending' || state === 'rejected') return 'check'
  return state === 'none' && missing.length > 0 ? 'details' : 'documents'
}

export function stepsOf(info: Pick<VerificationInfo, 'state' | 'missing'>) {
  const current = stepOf(info)
  const at = current === null ? stepNames.length : stepNames.indexOf(current)
  const stateAt = (place: number) => (place === at ? 'current' : place < at ? 'done' : 'later')
  return stepNames.map((name, place) => ({ name, state: stateAt(place) }) as const)
}

/** Whether the player can do something now. */
export const mayStartVerification = ({ is_enabled, state, missing }: VerificationInfo): boolean =>
  is_enabled && missing.length === 0 && (state === 'none' || state === 'created' || state === 'retry')

/** Handed in is not always done: the provider's pages may still be open at a question. */
export const mayReturnToCheck = ({ is_enabled, state }: Pick<VerificationInfo, 'is_enabled' | 'state'>): boolean =>
  is_enabled && state === 'pending'

/** Our own pages may stand in a frame; the provider's open in a tab of their own. */
export const isFramable = (url: string, origin: string): boolean => URL.parse(url)?.origin === origin

/** The provider's frame says that everything was handed in. Nothing else that it says matters here. */
export const isSubmitted = (said: unknown): boolean =>
  typeof said === 'object' && said !== null && 'type' in said && said.type === 'idCheck.onApplicantSubmitted'

/** Fields of the profile that a refusal names. */
export const fieldsOf = (data: Record<string, unknown> | undefined): string[] =>
  Array.isArray(data?.fields) ? data.fields.filter((each): each is string => typeof each === 'string') : []
