import { createHash } from 'node:crypto'
import { IntlMessageFormat } from 'intl-messageformat'
import type { Locator } from 'playwright-core'
import { inject } from 'vitest'
import type { JobContext } from '../server/src/context.ts'
import { begin } from '../server/src/db/db.ts'
import { finishDue } from '../server/src/features/tournaments/finish.ts'
import { openPatient } from '../server/src/test/patient.ts'
import { addCup, endCup } from '../server/src/test/tournaments.ts'
import type { Visit } from './browser.ts'
import { callApi } from './cashier-steps.ts'
import { databaseUrl } from './database-url.ts'
import { type launch, overSeven, play } from './game-steps.ts'

/** A text of a tournament over games, as it is read. */
export const worded = (text: string, values: Record<string, unknown> = {}, locale = 'en') =>
  String(new IntlMessageFormat(text, locale).format({ over: 'rounds', ...values }))

/** A tournament of its own for a journey, in force as if the operator had published it. */
export async function newCup(terms: Record<string, unknown> = {}): Promise<string> {
  const db = openPatient(databaseUrl(inject('siteDir')))
  try {
    return String(await addCup(db, terms, `journey-${process.pid}-${Date.now()}`))
  } finally {
    await db.close()
  }
}

/** Rounds of a game in which two of three win something, until one of them is the score. Answers its multiple. */
export async function playToScore(visitor: Visit, cup: string, dice: Awaited<ReturnType<typeof launch>>) {
  const standsOn = async () =>
    (await callApi(visitor, 'tournaments.getRounds', { tournament_id: cup }, 'GET')).data.stands_on
  for (let tries = 0; tries < 60 && (await standsOn()) === null; tries += 1) await play(visitor, dice, overSeven)
  const { multiple }: { multiple: string } = await standsOn()
  return multiple
}

/** It is over now, and the house does what it does every minute. */
export async function endNow(cup: string): Promise<void> {
  const db = openPatient(databaseUrl(inject('siteDir')))
  try {
    await endCup(db, BigInt(cup))
    const house: Pick<JobContext, 'sql' | 'begin'> = { sql: db.sql, begin: (work) => begin(db, work) }
    await finishDue({ ...house, log: { error: () => undefined } }, { waitMs: 0 })
  } finally {
    await db.close()
  }
}

/** What the result of a cup is the fingerprint of: its file with account numbers in place of nicknames. */
export function fingerprintOf(file: string, players: Readonly<Record<string, bigint>>): string {
  const lines = file.split('\n').map((line) => line.split('\t').map((word, at) => (at === 1 ? players[word] : word)))
  return createHash('sha256')
    .update(lines.map((line) => line.join('\t')).join('\n'))
    .digest('hex')
}

/** On by the keyboard alone, until this has the focus. */
export async function tabTo({ page }: Visit, target: Locator): Promise<void> {
  await target.waitFor()
  for (let steps = 0; steps < 60; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('this is out of reach of the keyboard')
}
