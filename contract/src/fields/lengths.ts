/** How long a value of a field may be. They stand alone: words that name them need no rule, and no list of the world's numbers. */
export const passwordLength = { min: 6, max: 20 } as const
export const fakenameLength = { min: 4, max: 20 } as const
export const loginLength = { min: 3, max: 40 } as const
export const documentLength = { min: 3, max: 40 } as const
