import { z } from 'zod'
import { method } from '../method.ts'
import { seo } from '../seo.ts'

const generalInfo = z.object({
  analytic: z.record(z.string(), z.unknown()),
  available_currencies: z.record(z.string(), z.string()),
  available_locales: z.array(z.string()),
  default_currency: z.string(),
  is_seon_enabled: z.boolean(),
  domain_state: z.enum(['active', 'disabled']),
  domain_type: z.enum(['main', 'mirror']),
  is_bonus_isolation_enabled: z.boolean(),
  time_to_force_logout: z.number(),
  is_game_history_export_enabled: z.boolean(),
  user_inactivity_cashier_time: z.number(),
  user_inactivity_pp_time: z.number(),
})

export const metadata = {
  'metadata.get': method({
    about: 'Page metadata (title, description, robots, canonical …) for a path without its locale.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({ path: z.string().startsWith('/').max(2000).default('/') }),
    output: seo,
    refuses: [],
    cacheSeconds: 30,
  }),
  'metadata.getgeneralinfo': method({
    about: 'Boot configuration of the site: currencies, locales, switches and timers.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({}),
    output: generalInfo,
    refuses: [],
    cacheSeconds: 30,
  }),
}
