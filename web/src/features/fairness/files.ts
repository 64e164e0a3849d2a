/** What whoever wants to check a round without us takes along. */
export const verifier = '/studio/verify-round.mjs'
export const vectors = '/studio/vectors.json'
