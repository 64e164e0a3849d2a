import { Refusal } from '@croupier/contract/refusals'

/** A no about one field. Its reason stands at the field too, so that a form can say it in place. */
export const wrongField = (reason: Uppercase<string>, field: string, message: string): Refusal =>
  new Refusal(`InvalidParameter:${reason}`, { message, fields: { [field]: [reason] } })
