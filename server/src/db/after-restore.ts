import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'

const mark = (dataDir: string) => join(dataDir, 'restored')
/** More than a site gives out between a backup and its loss. */
const stride = 1_000_000

/** Left by a restore, for the first start after it. */
export const markRestored = (dataDir: string) => writeFileSync(mark(dataDir), '', { mode: 0o600, flush: true })

/**
 * Payment providers remember what we named after the backup was made. Numbers given out twice would make a new deposit
 * look like an old one that was paid, so the first start after a restore leaves a gap. Doing it twice does no harm.
 */
export async function leaveGap(url: string, dataDir: string): Promise<void> {
  if (!existsSync(mark(dataDir))) return
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      `select setval(pg_get_serial_sequence('cashier_entry', 'id'), nextval(pg_get_serial_sequence('cashier_entry', 'id')) + $1)`,
      [stride],
    )
  } finally {
    await client.end()
  }
  rmSync(mark(dataDir))
}
