/** What stands beside a name that came without a picture: always the same for the same number. */

const deep = [
  ...['#1d4ed8', '#b91c3b', '#166534', '#7c2d12', '#4c1d95', '#0e7490'],
  ...['#b45309', '#0369a1', '#be185d', '#1f2937', '#3f6212', '#9f1239'],
] as const
const pale = ['#ffffff', '#fde68a', '#bae6fd', '#fecdd3'] as const
const skins = ['#f6d3b3', '#e5b08a', '#c98a5e', '#9a6240', '#6b4226'] as const
const hairs = ['#20150f', '#4a2c17', '#8a5a2b', '#c9973f', '#3b3b3f'] as const

/** Half, stripes, sash, hoop, quarter. None reaches beyond the ground: the form is cut from where they begin. */
const cuts = [
  'M12 0h12v24H12z',
  'M6 0h4v24H6zM14 0h4v24h-4z',
  'M0 13 13 0h10L0 23Z',
  'M0 8h24v6H0z',
  'M12 0h12v12H12zM0 12h12v12H0z',
] as const
/** Short, with a parting, long, tied up, none. */
const hairCuts = [
  'M7.6 9.6a4.4 4.4 0 0 1 8.8 0Q12 7.4 7.6 9.6Z',
  'M7.4 10.4a4.6 4.6 0 0 1 9.2 0Q15.6 7.6 10.8 7.4 9 9.6 7.4 10.4Z',
  'M7 15.4V9.8a5 5 0 0 1 10 0v5.6h-1.6V10Q12 7.2 8.6 10v5.4Z',
  'M7.6 9.8a4.4 4.4 0 0 1 8.8 0Q12 7.4 7.6 9.8ZM10.2 4.6a1.8 1.8 0 1 1 3.6 0Z',
  '',
] as const

/** Numbers that follow one another look nothing alike. */
function mixed(id: number): number {
  let hash = Math.imul(id ^ (id >>> 15), 2_246_822_507)
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909)
  return (hash ^ (hash >>> 16)) >>> 0
}

const one = <Item>(of: readonly Item[], hash: number, shift: number): Item | undefined =>
  of[(hash >>> shift) % of.length]

export function crestOf(id: number) {
  const hash = mixed(id)
  return { ground: one(deep, hash, 0), cut: one(cuts, hash, 8), colour: one(pale, hash, 16) }
}

export function faceOf(id: number) {
  const hash = mixed(id)
  return {
    ...{ ground: one(pale, hash, 0), shirt: one(deep, hash, 4), skin: one(skins, hash, 12) },
    ...{ hair: one(hairs, hash, 17), hairCut: one(hairCuts, hash, 23) },
  }
}

/** Where one plays against one, a side is a person. */
export const isPerson = (sport: string): boolean => sport === 'tennis'
