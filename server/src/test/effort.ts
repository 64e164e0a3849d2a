type Effort = {
  /** Deposits whose notices come doubled, shuffled and false, and how often one notice may come. */
  deposits: number
  noticeCopies: number
  /** Notices of an identity provider, which come doubled and shuffled too. */
  notices: number
  /** Rounds of each race for the same money. */
  raceRounds: number
  /** Players who are excluded, limited or banned while they stake. */
  stopTrials: number
  /** How often a race that is short by itself is run again. */
  repeats: number
  /** Every order of bets, wins and rollbacks up to this length is compared with the model; up to the other all at once. */
  orderLength: number
  racedLength: number
  /** The same with a bonus. */
  bonusOrderLength: number
  /** Wrong passwords for one account, and tries of one password, of which but a few may be looked at. */
  guesses: number
  /** Stories of up to forty wallet calls, each compared with the model. */
  modelStories: number
  /** Steps of random stories of players with bonuses, each compared with the model; the short form takes every second story. */
  bonusSteps: number
  /** Rounds of each race about a bonus. */
  bonusRaces: number
  /** Evenings of a producer of sports data over a line that drops, doubles and reorders. */
  feedStories: number
  /** How often the simulator of sports events is killed while it tells. */
  simulatorKills: number
  /** The same for bets with betting bonuses. */
  bettingSteps: number
  /** Steps of players in tournaments of every kind, whose scores are computed in three ways. */
  cupSteps: number
  /** How many they are, in each cup. */
  cupPlayers: number
  /** Players of a crowd, each in one cup, and how often all of them do something at once. */
  crowdPlayers: number
  crowdWaves: number
  /** Lines of a purse whose points are compared with a plain sum. */
  pointLines: number
  /** Rounds of each race about tournaments and the club, and how many run in one. */
  cupRaces: number
  cupRacers: number
  /** Players whose bets are settled, settled anew and open again at random, each compared with the model. */
  settleHistories: number
  /** Words of a feed, or its silence, that meet bets. */
  wordTrials: number
  /** Bets that wait while a market is stopped, a node dies, time runs out or their player is shut out, of each. */
  pendingTrials: number
  /** How often the settler of bets dies. */
  settlerKills: number
  /** Movements of one unit between two purses. */
  movements: number
  /** Rounds of each own title that are recomputed from their seeds. */
  recomputedRounds: number
  /** Deals of which those with the same open cards are compared. */
  deals: number
  /** Places at which a statement is changed by one byte. */
  changedBytes: number
  /** Kills of the site and its database in the journey of a crash. */
  journeyKills: number
  /** How often the proofs kill a process, restart the database, stop a site, fill a disk. */
  kills: number
  restarts: number
  stops: number
  fullDisks: number
  /** Rounds of each title that the proof of the return to player plays through the API. */
  playedRounds: number
  /** Journeys on both devices and in every language, every page in every theme and width; else each of them once. */
  isLongForm: boolean
  /** Long counts take their time. */
  timeoutFactor: number
}

/**
 * How hard the suites try: `ci` is `npm test`, `release` is `npm run test:all` and `npm run prove`, with the counts
 * that are promised before a release, and `quick` is for a developer between two edits.
 */
const efforts = {
  quick: {
    deposits: 20,
    noticeCopies: 2,
    notices: 100,
    raceRounds: 1,
    stopTrials: 1,
    repeats: 1,
    orderLength: 4,
    racedLength: 3,
    bonusOrderLength: 3,
    guesses: 100,
    modelStories: 80,
    bonusSteps: 5_000,
    bonusRaces: 6,
    feedStories: 4,
    simulatorKills: 1,
    bettingSteps: 2_000,
    cupSteps: 60,
    cupPlayers: 4,
    crowdPlayers: 12,
    crowdWaves: 12,
    pointLines: 5_000,
    cupRaces: 1,
    cupRacers: 16,
    settleHistories: 24,
    wordTrials: 12,
    pendingTrials: 6,
    settlerKills: 6,
    movements: 5_000,
    recomputedRounds: 32,
    deals: 4_500,
    changedBytes: 100,
    journeyKills: 1,
    kills: 3,
    restarts: 2,
    stops: 3,
    fullDisks: 1,
    playedRounds: 200,
    isLongForm: false,
    timeoutFactor: 1,
  },
  ci: {
    deposits: 20,
    noticeCopies: 3,
    notices: 100,
    raceRounds: 1,
    stopTrials: 2,
    repeats: 2,
    orderLength: 4,
    racedLength: 3,
    bonusOrderLength: 3,
    guesses: 200,
    modelStories: 80,
    bonusSteps: 5_000,
    bonusRaces: 6,
    feedStories: 3,
    simulatorKills: 1,
    bettingSteps: 2_000,
    cupSteps: 80,
    cupPlayers: 4,
    crowdPlayers: 24,
    crowdWaves: 16,
    pointLines: 20_000,
    cupRaces: 1,
    cupRacers: 16,
    settleHistories: 48,
    wordTrials: 16,
    pendingTrials: 12,
    settlerKills: 6,
    movements: 5_000,
    recomputedRounds: 64,
    deals: 4_500,
    changedBytes: 100,
    journeyKills: 1,
    kills: 20,
    restarts: 10,
    stops: 10,
    fullDisks: 2,
    playedRounds: 2_000,
    isLongForm: false,
    timeoutFactor: 1,
  },
  release: {
    deposits: 1_000,
    noticeCopies: 20,
    notices: 400,
    raceRounds: 200,
    stopTrials: 500,
    repeats: 10,
    orderLength: 6,
    racedLength: 6,
    bonusOrderLength: 5,
    guesses: 1_000,
    modelStories: 50_000,
    bonusSteps: 100_000,
    bonusRaces: 208,
    feedStories: 200,
    simulatorKills: 200,
    bettingSteps: 50_000,
    cupSteps: 20_000,
    cupPlayers: 40,
    crowdPlayers: 2_000,
    crowdWaves: 330,
    pointLines: 1_000_000,
    cupRaces: 200,
    cupRacers: 32,
    settleHistories: 50_000,
    wordTrials: 5_000,
    pendingTrials: 500,
    settlerKills: 200,
    movements: 100_000,
    recomputedRounds: 3_000,
    deals: 6_000,
    changedBytes: 500,
    journeyKills: 12,
    kills: 200,
    restarts: 50,
    stops: 100,
    fullDisks: 5,
    playedRounds: 20_000,
    isLongForm: true,
    timeoutFactor: 60,
  },
} satisfies Record<string, Effort>

type EffortName = keyof typeof efforts

const isEffort = (name: string): name is EffortName => Object.hasOwn(efforts, name)

/** The effort that EFFORT names, or else this one. */
export function chosenEffort(usual: EffortName): Effort & { name: EffortName } {
  const name = process.env.EFFORT ?? usual
  if (!isEffort(name)) throw new Error(`EFFORT is "${name}": choose one of ${Object.keys(efforts).join(', ')}.`)
  return { ...efforts[name], name }
}

export const effort = chosenEffort('ci')
