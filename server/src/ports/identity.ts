type Applicant = {
  /** Opaque: the provider need not know our ids. */
  externalUserId: string
  locale: string
  email: string | null
  phone: string | null
  firstName: string
  lastName: string
  birthDate: string | null
}

/** An identity provider in the shape of Sumsub; the sandbox is reached through the same adapter as the real one. */
export type IdentityProvider = {
  /** Asking twice for the same player answers the same applicant. Refuses when the provider is away. */
  createApplicant: (applicant: Applicant) => Promise<{ applicantId: string }>
  /** A short-lived token and the address of the provider's own pages. */
  getAccess: (wish: {
    externalUserId: string
    externalActionId: string | null
    locale: string
  }) => Promise<{ token: string; url: string; expiresAt: Date }>
}
