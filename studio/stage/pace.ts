/** Of the usual time: what a movement takes in turbo. */
export const turboPart = 0.35
