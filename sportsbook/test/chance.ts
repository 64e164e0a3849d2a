/** Numbers for tests that are the same in every run: a fault that was found once is found again. */
export function chanceFrom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }
  const below = (limit: number) => Math.floor((next() / 2 ** 32) * limit)
  return {
    below,
    between: (from: number, to: number) => from + below(to - from + 1),
    pick: <const T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0],
    isLikely: (percent: number) => below(100) < percent,
    shuffled: <T>(list: readonly T[]): T[] => {
      const mixed = [...list]
      for (let at = mixed.length - 1; at > 0; at--) {
        const other = below(at + 1)
        const [a, b] = [mixed[at], mixed[other]]
        if (a !== undefined && b !== undefined) [mixed[at], mixed[other]] = [b, a]
      }
      return mixed
    },
  }
}
export type Chances = ReturnType<typeof chanceFrom>
