import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../test/app.ts'
import { cleanUpAll } from './clean-up.ts'

const { db, addPlayer } = await testApp()
const ago = (age: string) => sql<Date>`now() - ${sql.lit(age)}::interval`
const hash = (text: string) => Buffer.from(text)

test('what is over is taken away, and what may still matter stays', async () => {
  const playerId = await addPlayer({ login: 'alice@example.com' })
  const code = (subject: string, age: string) => ({
    purpose: 'contact',
    subject,
    code_hash: hash(subject),
    expires_at: ago(age),
    window_ends_at: ago(age),
  })
  await db.sql
    .insertInto('codes_code')
    .values([code('old', '25 hours'), code('young', '23 hours')])
    .execute()
  await db.sql
    .insertInto('auth_used_init')
    .values([
      { hash: hash('old'), used_at: ago('49 hours') },
      // It was at most new when it was used, and is believed for a day.
      { hash: hash('young'), used_at: ago('47 hours') },
    ])
    .execute()
  const flow = { service: 'google', nonce: '', verifier: '', browser_hash: hash('b') }
  await db.sql
    .insertInto('auth_social_flow')
    .values([
      { ...flow, state_hash: hash('old'), created_at: ago('25 hours') },
      { ...flow, state_hash: hash('young'), created_at: ago('1 hour') },
    ])
    .execute()
  await db.sql
    .insertInto('auth_second_step')
    .values([
      { token_hash: hash('old'), player_id: playerId, expires_at: ago('25 hours') },
      { token_hash: hash('young'), player_id: playerId, expires_at: ago('-1 hour') },
    ])
    .execute()
  const letter = { channel: 'email', kind: 'welcome', recipient: 'a@example.com' } as const
  await db.sql
    .insertInto('mail_letter')
    .values([
      { ...letter, created_at: ago('31 days'), sent_at: ago('31 days'), subject: 'old' },
      { ...letter, created_at: ago('29 days'), sent_at: ago('29 days'), subject: 'young' },
    ])
    .execute()
  await db.sql.deleteFrom('http_rate_limit').execute()
  await db.sql
    .insertInto('http_rate_limit')
    .values([
      { key: 'old', points: 1, expire: sql<number>`extract(epoch from now() - interval '61 minutes') * 1000` },
      { key: 'young', points: 1, expire: sql<number>`extract(epoch from now() - interval '59 minutes') * 1000` },
    ])
    .execute()

  const movement = { scope: 'test', body_hash: hash('b'), answer: 'null' }
  await db.sql
    .insertInto('wallet_movement')
    .values([
      { ...movement, key: 'old', at: ago('14 months 1 day') },
      // Promised for 13 months.
      { ...movement, key: 'young', at: ago('13 months 1 day') },
    ])
    .execute()
  const said = { provider: 'sandbox', said: '{}', verdict: 'applied' }
  await db.sql
    .insertInto('cashier_notice')
    .values([
      { ...said, notice_id: 'old', at: ago('13 months 1 day') },
      { ...said, notice_id: 'young', at: ago('12 months 29 days') },
    ])
    .execute()
  const launch = { player_id: playerId, provider: 'studio', mode: 'real', currency: 'EUR' } as const
  await db.sql
    .insertInto('rounds_session')
    .values([
      { ...launch, token_hash: hash('old'), game: 'old', expires_at: ago('31 days') },
      { ...launch, token_hash: hash('young'), game: 'young', expires_at: ago('29 days') },
    ])
    .execute()
  const guest = { game: 'twin-dice', balance: 1n, server_seed: hash('s'), client_seed: 'c' }
  await db.sql
    .insertInto('rounds_guest')
    .values([
      { ...guest, token_hash: hash('old'), expires_at: ago('25 hours') },
      { ...guest, token_hash: hash('young'), expires_at: ago('23 hours') },
    ])
    .execute()
  const book = { direction: 'in', amount: '1.00', currency: 'EUR' } as const
  await db.sql
    .insertInto('sandbox_payment')
    .values([
      { ...book, ref: 'old', merchant_ref: '1', status: 'succeeded', updated_at: ago('31 days') },
      { ...book, ref: 'young', merchant_ref: '2', status: 'succeeded', updated_at: ago('29 days') },
      { ...book, ref: 'open', merchant_ref: '3', status: 'new', updated_at: ago('31 days') },
    ])
    .execute()
  const message = { topic: 'other', text: '', contact: 'a@example.com', locale: 'en' }
  await db.sql
    .insertInto('support_feedback')
    .values([
      { ...message, text: 'old', at: ago('24 months 1 day') },
      { ...message, text: 'young', at: ago('23 months') },
    ])
    .execute()
  const chatted = { player_id: playerId, channel_id: '', conversation_id: '', event: 'sent' } as const
  await db.sql
    .insertInto('support_chat_event')
    .values([
      { ...chatted, text: 'old', at: ago('12 months 1 day') },
      { ...chatted, text: 'young', at: ago('11 months') },
    ])
    .execute()
  await db.sql
    .insertInto('tracking_event')
    .values([
      { name: 'old', at: ago('91 days') },
      { name: 'young', at: ago('89 days') },
    ])
    .execute()
  await db.sql
    .insertInto('tracking_hit')
    .values([
      { track_id: 'old', at: ago('13 months 1 day') },
      { track_id: 'young', at: ago('12 months') },
    ])
    .execute()
  const came = { visit: 'v', params: JSON.stringify({ track_id: 't', seon_session: 's' }) }
  await db.sql
    .insertInto('tracking_registration')
    .values({ ...came, player_id: playerId, at: ago('14 months') })
    .execute()
  const coin = { direction: 'in', address: 'T', asset: 'USDT', amount: '1' } as const
  await db.sql
    .insertInto('sandbox_coin')
    .values([
      { ...coin, id: 'old', order_id: '1', state: 'done', updated_at: ago('31 days') },
      { ...coin, id: 'young', order_id: '2', state: 'done', updated_at: ago('29 days') },
      { ...coin, id: 'open', order_id: '3', state: 'waiting', updated_at: ago('31 days') },
    ])
    .execute()

  await cleanUpAll(db.sql)
  await cleanUpAll(db.sql)

  const text = (value: Buffer) => value.toString()
  expect({
    codes: (await db.sql.selectFrom('codes_code').select('subject').execute()).map(({ subject }) => subject),
    init: (await db.sql.selectFrom('auth_used_init').select('hash').execute()).map((row) => text(row.hash)),
    flows: (await db.sql.selectFrom('auth_social_flow').select('state_hash').execute()).map((row) =>
      text(row.state_hash),
    ),
    steps: (await db.sql.selectFrom('auth_second_step').select('token_hash').execute()).map((row) =>
      text(row.token_hash),
    ),
    letters: (await db.sql.selectFrom('mail_letter').select('subject').execute()).map(({ subject }) => subject),
    limits: (await db.sql.selectFrom('http_rate_limit').select('key').execute()).map(({ key }) => key),
    keys: (await db.sql.selectFrom('wallet_movement').select('key').execute()).map(({ key }) => key),
    notices: (await db.sql.selectFrom('cashier_notice').select('notice_id').execute()).map((row) => row.notice_id),
    launches: (await db.sql.selectFrom('rounds_session').select('game').execute()).map(({ game }) => game),
    guests: (await db.sql.selectFrom('rounds_guest').select('token_hash').execute()).map((row) => text(row.token_hash)),
    payments: (await db.sql.selectFrom('sandbox_payment').select('ref').orderBy('ref').execute()).map(({ ref }) => ref),
    feedback: (await db.sql.selectFrom('support_feedback').select('text').execute()).map(({ text }) => text),
    chats: (await db.sql.selectFrom('support_chat_event').select('text').execute()).map(({ text }) => text),
    reports: (await db.sql.selectFrom('tracking_event').select('name').execute()).map(({ name }) => name),
    hits: (await db.sql.selectFrom('tracking_hit').select('track_id').execute()).map((row) => row.track_id),
    came: await db.sql.selectFrom('tracking_registration').select(['visit', 'params']).execute(),
    coins: (await db.sql.selectFrom('sandbox_coin').select('id').orderBy('id').execute()).map(({ id }) => id),
  }).toEqual({
    codes: ['young'],
    init: ['young'],
    flows: ['young'],
    steps: ['young'],
    letters: ['young'],
    limits: ['young'],
    keys: ['young'],
    notices: ['young'],
    launches: ['young'],
    guests: ['young'],
    payments: ['open', 'young'],
    feedback: ['young'],
    chats: ['young'],
    reports: ['young'],
    hits: ['young'],
    came: [{ visit: '', params: { track_id: 't' } }],
    coins: ['open', 'young'],
  })
})

test('an owner whose rows cannot be taken away keeps no other from it, and its fault is told', async () => {
  await sql`alter table codes_code rename to codes_away`.execute(db.sql)
  await sql`alter table mail_letter rename to mail_away`.execute(db.sql)
  try {
    await db.sql
      .insertInto('sandbox_payment')
      .values({
        ...{ ref: 'alone', merchant_ref: '9', status: 'succeeded', updated_at: ago('31 days') },
        ...{ direction: 'in', amount: '1.00', currency: 'EUR' },
      })
      .execute()
    await expect(cleanUpAll(db.sql)).rejects.toThrow('codes_code')
    expect(await db.sql.selectFrom('sandbox_payment').select('ref').where('ref', '=', 'alone').execute()).toEqual([])
  } finally {
    await sql`alter table codes_away rename to codes_code`.execute(db.sql)
    await sql`alter table mail_away rename to mail_letter`.execute(db.sql)
  }
})
