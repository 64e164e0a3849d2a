/**
 * What is told of a match, by anyone: a simulator, a feed, an operator. Facts are only added; a correction cancels an
 * earlier one by its number. Records fold them, models make them, pages show them.
 */

/** Home is 1, away is 2, as in the outcomes of markets. */
export type Side = 1 | 2

/** `finish` is the last whistle, whatever comes before it; a period that was not ended by a fact is still played. */
type Time<Period extends string> =
  | { kind: 'begin'; data: { period: Period } }
  | { kind: 'end'; data: { period: Period } }
  | { kind: 'finish'; data: Record<string, never> }

export type FootballPeriod = 'h1' | 'h2' | 'et1' | 'et2' | 'so'
export type FootballFact =
  | Time<FootballPeriod>
  /** Minutes of stoppage, announced in the 45th and the 90th. */
  | { kind: 'added'; data: { period: FootballPeriod; minutes: number } }
  | { kind: 'goal'; data: { side: Side; minute: number; player?: string; how?: 'play' | 'penalty' | 'own' } }
  | { kind: 'corner'; data: { side: Side; minute: number } }
  /** A second yellow is told as one card of its own colour. */
  | { kind: 'card'; data: { side: Side; minute: number; colour: 'yellow' | 'second_yellow' | 'red'; player?: string } }
  | { kind: 'kick'; data: { side: Side; isIn: boolean } }
  /** Who goes on to the next round, however that was decided. */
  | { kind: 'qualified'; data: { side: Side } }

export type TennisFact =
  /** The match begins; this side serves first. Best of three sets unless it says five. */
  | { kind: 'server'; data: { side: Side; best_of?: 3 | 5 } }
  /** Won by this side; games, sets and tie-breaks follow from points. */
  | { kind: 'point'; data: { side: Side } }
  /** A whole game given to this side as a penalty. */
  | { kind: 'game'; data: { side: Side } }
  /** This side gave up, was sent off, or did not come: the other one goes on. */
  | { kind: 'retired'; data: { side: Side } }
  | { kind: 'disqualified'; data: { side: Side } }
  | { kind: 'walkover'; data: { side: Side } }
  | { kind: 'finish'; data: Record<string, never> }

export type BasketballPeriod = 'q1' | 'q2' | 'q3' | 'q4' | `ot${number}`
export type BasketballFact =
  | Time<BasketballPeriod>
  /** One possession is over, with 0 to 3 points for the side that had it. */
  | { kind: 'possession'; data: { side: Side; points: 0 | 1 | 2 | 3 } }

export type HockeyPeriod = 'p1' | 'p2' | 'p3' | 'ot' | 'so'
export type HockeyFact =
  | Time<HockeyPeriod>
  /** `second` counts from the beginning of the match. */
  | { kind: 'goal'; data: { side: Side; second: number } }
  /** This side plays with one less for two minutes. */
  | { kind: 'penalty'; data: { side: Side; second: number } }
  /** The shoot-out was won by this side: one goal in the score with overtime. */
  | { kind: 'shootout'; data: { side: Side } }

/** Maps are `m1` to `m5`. */
export type ShooterFact =
  | { kind: 'begin'; data: { map: number; name: string } }
  /** Won by this side. */
  | { kind: 'round'; data: { map: number; side: Side } }
  | { kind: 'end'; data: { map: number } }
  /** The map is played again from nothing. */
  | { kind: 'replay'; data: { map: number } }
  /** A map, or where none is named the match, given to this side. */
  | { kind: 'forfeit'; data: { map?: number; side: Side } }
  | { kind: 'finish'; data: Record<string, never> }

/** `cancels` names the number of an earlier fact that did not happen; `cancel` says nothing else. */
export type Numbered<Fact> = (Fact | { kind: 'cancel'; data: Record<string, never> }) & {
  seq: number
  cancels?: number
}
export type SportFacts = {
  football: FootballFact
  tennis: TennisFact
  basketball: BasketballFact
  hockey: HockeyFact
  shooter: ShooterFact
}
export type Sport = keyof SportFacts
