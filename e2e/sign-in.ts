import { join } from 'node:path'
import { inject } from 'vitest'
import { createSession, sessionLife } from '../server/src/features/auth/auth.ts'
import { openPatient } from '../server/src/test/patient.ts'
import { addPerson } from '../server/src/test/world.ts'
import { databaseUrl, readLine } from './database-url.ts'

export { databaseUrl }

/** Opens a session for a player of the demo world; the token is the value of the cookie `sid`. */
export async function signIn(login: string, dir = inject('siteDir')): Promise<string> {
  const db = openPatient(databaseUrl(dir))
  try {
    const byLogin = db.sql.selectFrom('account_player').select('id').where('login_key', '=', login)
    const { id: playerId } = await byLogin.executeTakeFirstOrThrow()
    const keys = { current: readLine(join(dir, 'secrets/session-pepper')), previous: undefined }
    const opening = { playerId, lifeSeconds: sessionLife.short, userAgent: 'journey', address: '127.0.0.1' }
    return await createSession(db.sql, keys, opening)
  } finally {
    await db.close()
  }
}

/** A new player whom the house has blocked. */
export async function addBlocked(login: string, dir = inject('siteDir')): Promise<void> {
  const db = openPatient(databaseUrl(dir))
  try {
    await addPerson(db.sql, { login, email: login, fakename: 'Blocked', banned_at: new Date() })
  } finally {
    await db.close()
  }
}
