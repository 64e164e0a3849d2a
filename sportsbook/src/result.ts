/**
 * What became of an outcome: of `of` equal shares of a stake `win` won and `back` came back, the rest is lost. Every
 * half, dead heat and mixture of them has the same formula.
 */
export type Result = readonly [win: number, back: number, of: number]

export const won: Result = [1, 0, 1]
export const lost: Result = [0, 0, 1]
export const voided: Result = [0, 1, 1]
export const halfWon: Result = [1, 1, 2]
export const halfLost: Result = [0, 1, 2]

/** So many runners share so many places. */
export const deadHeat = (places: number, runners: number): Result => [places, 0, runners]

export const isResult = ([win, back, of]: Result): boolean =>
  [win, back, of].every(Number.isSafeInteger) && win >= 0 && back >= 0 && of > 0 && win + back <= of
