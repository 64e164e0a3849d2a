import { randomInt } from 'node:crypto'

const first =
  'Amber Brave Bright Calm Clever Copper Cosmic Crimson Daring Dusky Eager Early Fleet Gentle Golden Happy Hidden Icy Ivory Jade Jolly Keen Lively Lucky Lunar Mellow Merry Misty Nimble Noble Polar Proud Quick Quiet Rapid Royal Ruby Rustic Sandy Silent Silver Sly Snowy Solar Spry Steady Stormy Sunny Swift Velvet Vivid Witty'.split(
    ' ',
  )

const second =
  'Acorn Badger Beacon Bison Cedar Clover Comet Condor Coral Crane Dingo Eagle Ember Falcon Fern Finch Fox Gecko Harbor Hare Hawk Heron Ibis Jackal Kite Koala Lark Lemur Lion Lynx Magpie Maple Marten Meadow Moose Newt Orca Otter Owl Panda Pine Puffin Quail Raven Reef River Robin Sable Stork Tiger Trout Willow Wolf Wren'.split(
    ' ',
  )

const oneOf = (words: readonly string[]) => words[randomInt(words.length)] ?? ''

/** A nickname that says nothing about the player: `SwiftOtter482`. */
export const makeFakename = (): string => `${oneOf(first)}${oneOf(second)}${randomInt(10, 10_000)}`

/** For players who came without a contact: never shown to others, and not to be guessed from anything. */
export const makeLogin = (): string => `player-${String(randomInt(1_000_000_000_000)).padStart(12, '0')}`

/** In place of a login that turned out to be another player's contact. */
export const lostLogin = (playerId: bigint): string => `player-${playerId}-${randomInt(100_000, 1_000_000)}`
