import { wheel } from '../spots.ts'

/** How wheel and ball move. The outcome is given; all that is made up here is the way to it. */

const pocket = 360 / wheel.length

/** Where a number lies on the rotor, clockwise from the zero, in degrees. */
export const angleOf = (number: number): number => wheel.indexOf(number) * pocket

/** Whole turns are the same place. */
export const around = (degrees: number): number => ((degrees % 360) + 360) % 360

/** `rotor` and `ball` in degrees clockwise; `height` from 0 in the pocket to 1 on the track. */
export type Moment = { rotor: number; ball: number; height: number }

/** At the bottom of the wheel, where the player stands. */
const restAt = 180

const rotorTurns = 2
const ballTurns = 7
/** Share of the time after which the ball is caught by its pocket and goes with it. */
const caught = 0.8

export const restFor = (number: number): Moment => ({
  rotor: around(restAt - angleOf(number)),
  ball: restAt,
  height: 0,
})

/** Down from the track, a hop on the frets, a smaller one, still. */
function heightAt(part: number): number {
  if (part < 0.58) return 1
  if (part < 0.78) return 1 - ((part - 0.58) / 0.2) ** 2
  if (part < 0.91) return 0.34 * Math.sin(((part - 0.78) / 0.13) * Math.PI)
  if (part < 1) return 0.12 * Math.sin(((part - 0.91) / 0.09) * Math.PI)
  return 0
}

/** The moment after such a share of the spin, which ends with the ball in the pocket of this number, whatever was bet. */
export function momentAt(number: number, from: number, share: number): Moment {
  const end = restFor(number)
  const way = rotorTurns * 360 + around(end.rotor - from)
  const rotor = from + way * (1 - (1 - share) ** 2)
  const part = Math.min(1, share / caught)
  // Seen from the rotor the ball runs against it and comes to rest in its pocket.
  const behind = ballTurns * 360 * (1 - part) ** 1.7
  return { rotor, ball: rotor + angleOf(number) + behind, height: heightAt(part) }
}
