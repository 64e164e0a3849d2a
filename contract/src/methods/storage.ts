import { z } from 'zod'
import { method, saved } from '../method.ts'

/** Published quota of the small key-value store each player has. */
export const storageQuota = { keys: 100, valueBytes: 4096, totalBytes: 65_536 } as const

/** `__proto__` could be stored but never read back: objects have no such key of their own. */
const key = z.string().regex(/^(?!__proto__$)[\w.:-]{1,64}$/, 'KEY_FORMAT')

export const storage = {
  'storage.get': method({
    about: 'Values of the named keys (comma-separated); unknown keys are left out.',
    verb: 'GET',
    who: 'player',
    input: z.object({ keys: z.string().min(1).max(8000) }),
    output: z.record(z.string(), z.string()),
    refuses: [],
  }),
  'storage.getKeys': method({
    about: 'All keys this player has stored.',
    verb: 'GET',
    who: 'player',
    input: z.object({}),
    output: z.array(z.string()),
    refuses: [],
  }),
  'storage.set': method({
    about: `Stores one value; an empty value removes the key. At most ${storageQuota.keys} keys, ${storageQuota.valueBytes} bytes a value, ${storageQuota.totalBytes} bytes a player.`,
    verb: 'POST',
    who: 'player',
    input: z.object({ key, value: z.string().default('') }),
    output: saved,
    refuses: ['StorageQuotaExceeded', 'TooManyRequests'],
    limit: { points: 120, seconds: 60 },
  }),
}
