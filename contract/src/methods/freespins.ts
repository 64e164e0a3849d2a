import { z } from 'zod'
import { packStatuses } from '../games.ts'
import { fields, list, method, money, paging } from '../method.ts'

const pack = z.object({
  id: z.string(),
  game: z.object({ sysname: z.string(), name: z.string(), image_url: z.string() }),
  status: z.enum(packStatuses),
  total_count: z.number(),
  remaining_count: z.number(),
  /** What the house stakes for each spin. */
  stake: money,
  won: money,
  /** Where winnings go. */
  winnings: z.enum(['main', 'bonus']),
  /** The most that winnings become; null without a cap. */
  max_win: money.nullable(),
  /** How often they have to be wagered then: `10`; null where they are own money. */
  wagering: z.string().nullable(),
  /** The bonus that they have become. */
  becomes: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string(),
})
export type FreeSpinPack = z.output<typeof pack>

export const freespins = {
  'freespins.get': method({
    about: 'Free-spin packs of the player, the one that ends first before the others.',
    verb: 'GET',
    who: 'player',
    input: z.object({ ...paging(99, 99), status: z.enum(packStatuses).optional(), fields }),
    output: list(pack),
    refuses: [],
  }),
}
