/** Off at 2.00×, told in advance; then the flight is waited for. */
export const opening = { auto: 200 }

export const strategy = () => ({ end: true })

/** A height of h is reached with a chance of 99 ÷ h and returns h ÷ 100, whichever it is. */
export const exactRtp = (): number => (99 / opening.auto) * (opening.auto / 100)
