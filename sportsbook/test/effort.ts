/** How hard the suites of this package try: the counts that are promised before a release take minutes. */
const isLong = process.env.EFFORT === 'release'

export const counted = (usual: number, promised: number): number => (isLong ? promised : usual)

/** For tests that count: what vitest allows them, in milliseconds. */
export const patience = isLong ? 3_600_000 : 20_000
