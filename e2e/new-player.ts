import { inject } from 'vitest'
import { openPatient } from '../server/src/test/patient.ts'
import { addPerson } from '../server/src/test/world.ts'
import { siteUrl, type Visit } from './browser.ts'
import { databaseUrl, signIn } from './sign-in.ts'

export const password = 'Baize-Ink-51'
let count = 0

type Database = ReturnType<typeof openPatient>['sql']

/** Something that only the database can do: to let a day go by, or to let a player lose. */
export async function inDatabase<T>(work: (sql: Database) => Promise<T>): Promise<T> {
  const db = openPatient(databaseUrl(inject('siteDir')))
  try {
    return await work(db.sql)
  } finally {
    await db.close()
  }
}

type Wanted = {
  locale?: string
  currency?: string
  country?: string
  isNamed?: boolean
  isConfirmed?: boolean
  hasPassword?: boolean
}

/** A player of its own for each journey. Not through the form: many journeys from one address would be turned away. */
export async function newPlayer(visitor: Visit, wanted: Wanted = {}): Promise<{ id: bigint; login: string }> {
  const { locale = 'en', currency = 'EUR', country, isNamed = false } = wanted
  const { isConfirmed = true, hasPassword = false } = wanted
  const login = `own-${process.pid}-${Date.now()}-${++count}@example.com`
  const person = isNamed ? { first_name: 'Ana', last_name: 'Gil', birth_date: '1990-02-03' } : {}
  const id = await inDatabase((sql) =>
    addPerson(sql, {
      login,
      email: login,
      email_key: login,
      email_confirmed_at: isConfirmed ? new Date() : null,
      fakename: `Own${process.pid}x${count}`,
      locale,
      currency,
      ...(country && { country_code: country }),
      ...(hasPassword && { password }),
      ...person,
    }),
  )
  await enter(visitor, login)
  return { id, login }
}

export async function enter(visitor: Visit, login: string): Promise<void> {
  const value = await signIn(login)
  await visitor.page.context().addCookies([{ name: 'sid', value, url: siteUrl() }])
}
