import { Client } from 'pg'
import { z } from 'zod'
import { type ConnectionShare, connectionShare, leastConnections } from '../db/connections.ts'
import { StartError } from '../start-error.ts'

/** By what the database itself allows: an adopted one, or one of the operator's, has a number of its own. */
export async function shareConnections(url: string, workers: number): Promise<ConnectionShare> {
  const allowed = await readAllowed(url)
  const share = connectionShare(allowed, workers)
  if (share) return share
  throw new StartError(
    `WORKERS ${workers} takes ${leastConnections(workers)} connections, and the database allows ${allowed}.`,
  )
}

async function readAllowed(url: string): Promise<number> {
  const client = new Client({ connectionString: url, application_name: 'croupier' })
  await client.connect()
  try {
    const { rows } = await client.query(`select current_setting('max_connections')::int
      - current_setting('superuser_reserved_connections')::int
      - current_setting('reserved_connections')::int as allowed`)
    return z.tuple([z.object({ allowed: z.number() })]).parse(rows)[0].allowed
  } finally {
    await client.end()
  }
}
