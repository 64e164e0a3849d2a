import { z } from 'zod'
import { fields, list, method, paging } from '../method.ts'

export const banner = z.object({
  id: z.number(),
  label: z.string(),
  value: z.string(),
  addition: z.string(),
  banner_type: z.string(),
  isExist: z.boolean(),
  image_735_240: z.string(),
  image_360_520: z.string(),
  description: z.object({
    position: z.string(),
    button: z.string(),
    url: z.string(),
    terms: z.string(),
  }),
})

export type Banner = z.output<typeof banner>

export const banners = {
  'banners.get': method({
    about: 'Banners of the current locale, in their order of position.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({ ...paging(10, 50), fields }),
    output: list(banner),
    refuses: [],
    cacheSeconds: 30,
  }),
}
