/** A round that is to be published. */
export type Wish = {
  opening?: unknown
  /** What follows, in order; without it the title's own strategy plays. */
  moves?: readonly unknown[]
  stake?: bigint
  /** Where the search begins: of seldom rounds not far from where they were found. */
  from?: number
  /** Where not any round will do: the last view as JSON, and what it paid. */
  isWanted?: (view: string, won: bigint) => boolean
}

const countOf = (text: string, part: string) => text.split(part).length - 1
const insured = { move: 'insure' }
const openings = (...list: unknown[]): Wish[] => list.map((opening) => ({ opening }))
const anyRounds = (count: number): Wish[] => Array.from({ length: count }, () => ({}))
const cells = (...list: number[]) => [...list.map((cell) => ({ cell })), { cash: true }]
const bets = (...list: [string, number][]) => ({ bets: list })

/** What is played of each title: everyday rounds first, then those that are seldom. */
export const wishes: Readonly<Record<string, readonly Wish[]>> = {
  'fruit-parade': [
    ...anyRounds(8),
    { isWanted: (_, won) => won > 0n },
    { isWanted: (view) => view.includes('"symbol":"bell"') },
    { isWanted: (view) => view.includes('"symbol":"bar"') },
    { isWanted: (view) => countOf(view, '"line"') === 2 },
  ],
  'captains-share': [
    ...anyRounds(8),
    { isWanted: (_, won) => won > 1_000n },
    { isWanted: (view) => /"scatter":\{"count":3/.test(view) },
    { isWanted: (view) => /"filled":\[[1-4],/.test(view) },
    { isWanted: (view) => countOf(view, '"scatter":{') === 2, from: 2_400 },
  ],
  'european-roulette': [
    ...openings(
      bets(['red', 1]),
      bets(['straight-17', 5]),
      bets(['split-8-11', 2], ['split-0-2', 2], ['split-35-36', 1]),
      bets(['street-13', 5], ['trio-1', 3], ['trio-2', 2]),
      bets(['corner-8', 4], ['four', 1]),
      bets(['line-13', 1], ['line-31', 1]),
      bets(['column-1', 1], ['dozen-3', 3], ['odd', 1]),
      bets(['column-3', 1], ['dozen-1', 3], ['even', 1]),
      bets(['low', 1], ['high', 1]),
      bets(['black', 4], ['column-2', 3], ['dozen-2', 2], ['straight-0', 1]),
    ),
    {
      opening: bets(['straight-0', 1], ['four', 1], ['trio-2', 1], ['red', 1]),
      isWanted: (view) => /"number":0,/.test(view),
    },
    { opening: bets(['straight-36', 2], ['corner-32', 2], ['high', 1]), isWanted: (view) => /"number":36,/.test(view) },
  ],
  'blackjack-salon': [
    ...anyRounds(8),
    { isWanted: (view) => view.includes('"result":"blackjack"') },
    { isWanted: (view) => view.includes('"isDoubled":true') },
    { isWanted: (view) => countOf(view, '"result"') === 2 },
    { isWanted: (view) => countOf(view, '"result"') === 4 },
    { isWanted: (view) => view.includes('"isDoubled":true') && countOf(view, '"result"') > 2, from: 1_100 },
    { isWanted: (view) => /"hands":\[\{"cards":\["A.","[^"]+"\][^{]+\{"cards":\["A./.test(view) },
    { moves: [insured], isWanted: (view) => view.includes('"state":"taken","won":3') },
    { moves: [insured, { move: 'stand' }], isWanted: (view) => view.includes('"state":"taken","won":0') },
    {
      moves: [{ move: 'decline' }],
      isWanted: (view) => view.includes('"state":"declined"') && view.includes('"push"'),
    },
    // Halves of an odd amount are rounded down; no currency of the house has such a stake.
    { stake: 25n, isWanted: (view) => view.includes('"result":"blackjack"') },
  ],
  'twin-dice': [
    ...openings(
      { side: 'under', target: 7 },
      { side: 'over', target: 7 },
      { side: 'exact', target: 7 },
      { side: 'exact', target: 2 },
      { side: 'exact', target: 12 },
      { side: 'under', target: 3 },
      { side: 'under', target: 10 },
      { side: 'over', target: 11 },
      { side: 'over', target: 4 },
      { side: 'exact', target: 8 },
      { side: 'over', target: 9 },
      { side: 'under', target: 5 },
    ),
    { opening: { side: 'exact', target: 12 }, isWanted: (_, won) => won > 0n },
    { opening: { side: 'under', target: 3 }, isWanted: (_, won) => won > 0n },
    { opening: { side: 'over', target: 8 }, isWanted: (_, won) => won > 0n },
    {},
  ],
  minefold: [
    { opening: { mines: 1 }, moves: cells(0, 6, 12, 18, 24), isWanted: (_, won) => won > 0n },
    { opening: { mines: 3 }, moves: cells(12), isWanted: (_, won) => won > 0n },
    { opening: { mines: 3 }, moves: cells(0, 4, 20, 24, 12, 7), isWanted: (_, won) => won > 0n },
    { opening: { mines: 5 }, moves: cells(1, 2, 3) },
    { opening: { mines: 5 }, moves: cells(23, 22, 21, 20), isWanted: (_, won) => won === 0n },
    { opening: { mines: 10 }, moves: cells(5, 10, 15), isWanted: (_, won) => won > 0n },
    { opening: { mines: 10 }, moves: cells(5, 10, 15), isWanted: (_, won) => won === 0n },
    { opening: { mines: 20 }, moves: cells(8) },
    // The last safe cell ends the round by itself.
    { opening: { mines: 24 }, moves: cells(13), isWanted: (_, won) => won > 0n },
    { opening: { mines: 24 }, moves: cells(13) },
    // So does the one after which a sheet would pay more than the most.
    {
      opening: { mines: 15 },
      moves: cells(0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
      from: 11_700,
      isWanted: (_, won) => won > 100_000n,
    },
    {},
  ],
  plinth: [
    ...[8, 12, 16].flatMap((rows) =>
      ['low', 'medium', 'high'].map((risk, at): Wish => ({ opening: { rows, risk }, stake: BigInt(20 + 60 * at) })),
    ),
    {},
    { opening: { rows: 16, risk: 'high' }, isWanted: (_, won) => won > 1_000n },
    { opening: { rows: 8, risk: 'medium' }, isWanted: (view) => view.includes('"bucket":0') },
    { opening: { rows: 12, risk: 'high' }, isWanted: (view) => view.includes('"bucket":12') },
  ],
}
