import { sayRestored } from '../db/after-restore.ts'
import type { Command } from './command.ts'

export const houseCommands: Command[] = [
  {
    form: 'after-restore',
    about: 'says that the database was restored by other means than ours',
    read:
      () =>
      async ({ db }) => {
        await sayRestored(db.sql)
        return {
          lines: [
            'Noted. The site replaces every seed and chain, returns open rounds and ends every sign-in: at its next start, or within a minute if it runs. Until then it is not ready.',
          ],
          code: 0,
        }
      },
  },
]
