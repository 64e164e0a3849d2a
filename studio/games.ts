import type { StudioGame } from './engine/game.ts'
import { about as blackjackAbout } from './games/blackjack-salon/about.ts'
import { maths as blackjackMaths } from './games/blackjack-salon/math.ts'
import { about as captainAbout } from './games/captains-share/about.ts'
import { maths as captainMaths } from './games/captains-share/math.ts'
import { about as rouletteAbout } from './games/european-roulette/about.ts'
import { maths as rouletteMaths } from './games/european-roulette/math.ts'
import { about as paradeAbout } from './games/fruit-parade/about.ts'
import { maths as paradeMaths } from './games/fruit-parade/math.ts'
import { about as liftoffAbout } from './games/liftoff/about.ts'
import { flight, maths as liftoffMaths } from './games/liftoff/math.ts'
import { about as minefoldAbout } from './games/minefold/about.ts'
import { maths as minefoldMaths } from './games/minefold/math.ts'
import { about as plinthAbout } from './games/plinth/about.ts'
import { maths as plinthMaths } from './games/plinth/math.ts'
import { about as twinAbout } from './games/twin-dice/about.ts'
import { maths as twinMaths } from './games/twin-dice/math.ts'

/** Every title of the studio: one folder, one line. */
export const studioGames: readonly StudioGame[] = [
  { about: paradeAbout, maths: paradeMaths },
  { about: captainAbout, maths: captainMaths },
  { about: rouletteAbout, maths: rouletteMaths },
  { about: blackjackAbout, maths: blackjackMaths },
  { about: liftoffAbout, maths: liftoffMaths, flight },
  { about: plinthAbout, maths: plinthMaths },
  { about: twinAbout, maths: twinMaths },
  { about: minefoldAbout, maths: minefoldMaths },
]

export const studioGame = (sysname: string): StudioGame | undefined =>
  studioGames.find(({ about }) => about.sysname === sysname)
