/** The closed list of ways the platform says no. Clients rely on names, codes and statuses: see docs/api.md. */
export const refusals = {
  UnknownError: { code: 1, status: 500 },
  ApplicationDisabled: { code: 2, status: 503 },
  MethodNotFound: { code: 3, status: 404 },
  Authorization: { code: 4, status: 401 },
  InvalidRequest: { code: 5, status: 400 },
  InternalServerError: { code: 6, status: 500 },
  AccessDenied: { code: 7, status: 403 },
  UserDeleted: { code: 8, status: 401 },
  UserBanned: { code: 9, status: 403 },
  UserNeedDeposit: { code: 10, status: 422 },
  UserNeedProfileData: { code: 11, status: 422 },
  UserNeedConfirmContact: { code: 12, status: 422 },
  ApplicationUnavailable: { code: 13, status: 503 },
  InvalidParameter: { code: 14, status: 422 },
  TooManyRequests: { code: 15, status: 429 },
  BillingServiceError: { code: 16, status: 502 },
  BillingTransactionDeclined: { code: 17, status: 422 },
  BillingUnavailable: { code: 18, status: 502 },
  BillingDepositLimitExceeded: { code: 19, status: 422 },
  WithdrawalDeclined: { code: 20, status: 422 },
  WithdrawalLimitsExceeded: { code: 21, status: 422 },
  WithdrawalLimitsPeriodExceeded: { code: 22, status: 422 },
  KycUserProfile: { code: 23, status: 422 },
  KycWithdrawal: { code: 24, status: 422 },
  StorageQuotaExceeded: { code: 25, status: 422 },
  SumsubVerificationRequired: { code: 26, status: 422 },
  RequisitesOnVerification: { code: 27, status: 422 },
  RequisitesValidationRequired: { code: 28, status: 422 },
  RequisitesFraudulent: { code: 29, status: 422 },
} as const

export type RefusalType = keyof typeof refusals
/** A type alone, or a type with one finer reason: `InvalidParameter:TOURNAMENT_CLOSED`. */
export type RefusalName = RefusalType | `${RefusalType}:${Uppercase<string>}`

export type RefusalDetails = {
  message?: string
  /** Wire name of the field → reasons, for `invalid_parameters`. */
  fields?: Record<string, string[]>
  data?: Record<string, unknown>
  /** Only InvalidRequest varies: 400, 405, 413, 415. */
  status?: number
}

export type WireError = {
  type: string
  code: number
  message: string
  invalid_parameters?: Record<string, string[]>
  error_data?: Record<string, unknown>
}

const isRefusalType = (word: string): word is RefusalType => Object.hasOwn(refusals, word)

/** An expected no. Anything else that is thrown is a fault. */
export class Refusal extends Error {
  readonly type: RefusalType
  readonly status: number
  readonly fields: Record<string, string[]> | undefined
  readonly data: Record<string, unknown> | undefined

  constructor(name: RefusalName, details: RefusalDetails = {}) {
    const [type = '', reason] = name.split(':')
    const known = isRefusalType(type) ? type : 'UnknownError'
    super(details.message ?? name)
    this.name = 'Refusal'
    this.type = known
    this.status = details.status ?? refusals[known].status
    this.fields = details.fields
    this.data = reason ? { ...details.data, reason } : details.data
  }

  get reason(): string | undefined {
    return typeof this.data?.reason === 'string' ? this.data.reason : undefined
  }

  toWire(): WireError {
    return {
      type: `${this.type}Exception`,
      code: refusals[this.type].code,
      message: this.message,
      ...(this.fields && { invalid_parameters: this.fields }),
      ...(this.data && { error_data: this.data }),
    }
  }

  /** Bundles have their own copies of this class, so its name is asked, not its identity. */
  static is(error: unknown): error is Refusal {
    return error instanceof Error && error.name === 'Refusal' && 'type' in error && 'status' in error
  }

  /** Reads the error of an answer; whatever cannot be understood becomes an unknown error. */
  static fromWire(error: unknown, status: number): Refusal {
    const wire: Partial<WireError> = typeof error === 'object' && error !== null ? error : {}
    const type = String(wire.type ?? '').replace(/Exception$/, '')
    return new Refusal(isRefusalType(type) ? type : 'UnknownError', {
      message: wire.message ?? `status ${status}`,
      status,
      ...(wire.invalid_parameters && { fields: wire.invalid_parameters }),
      ...(wire.error_data && { data: wire.error_data }),
    })
  }
}

/** A no about one field. Its reason stands at the field too, so that a form can say it in place. */
export const wrongField = (reason: Uppercase<string>, field: string, message: string): Refusal =>
  new Refusal(`InvalidParameter:${reason}`, { message, fields: { [field]: [reason] } })
