import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { BaseLogger } from 'pino'

export type Hearing = {
  onNotice: (payload: string) => void
  /** After every connect: what was said in between was missed. */
  onConnect: () => void
}

export type Listener = Awaited<ReturnType<typeof openListener>>

const firstPauseMs = 100
const longestPauseMs = 5_000
const checkMs = 10_000

/** The one connection of this node that hears notices of all nodes. It comes back by itself. */
export async function openListener(url: string, log: Pick<BaseLogger, 'warn'>) {
  const hearings = new Map<string, Set<Hearing>>()
  const state: { client: Client | null; isClosed: boolean } = { client: null, isClosed: false }
  const ending = new AbortController()
  const everyHearing = () => [...hearings.values()].flatMap((set) => [...set])

  async function connect() {
    const client = new Client({
      connectionString: url,
      application_name: 'croupier listener',
      connectionTimeoutMillis: 3_000,
      query_timeout: 5_000,
      keepAlive: true,
    })
    client.on('error', () => {})
    client.on('notification', ({ channel, payload = '' }) => {
      for (const { onNotice } of hearings.get(channel) ?? []) onNotice(payload)
    })
    try {
      await client.connect()
      for (const channel of hearings.keys()) await client.query(`listen ${quoted(channel)}`)
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    client.once('end', () => lost(client))
    state.client = client
    for (const { onConnect } of everyHearing()) onConnect()
    watch(client)
  }

  function lost(client: Client) {
    if (state.client !== client) return
    state.client = null
    if (state.isClosed) return
    log.warn('the listening database connection was lost')
    void comeBack()
  }

  async function comeBack() {
    for (let pause = firstPauseMs; !state.isClosed; pause = Math.min(pause * 2, longestPauseMs)) {
      try {
        return await connect()
      } catch {
        await sleep(pause, undefined, { signal: ending.signal, ref: false }).catch(() => {})
      }
    }
  }

  /** A connection that was cut without a word is silent for ever, so it is asked now and then. */
  async function watch(client: Client) {
    while (state.client === client) {
      await sleep(checkMs, undefined, { signal: ending.signal, ref: false }).catch(() => {})
      if (state.client !== client || state.isClosed) return
      await client.query('select 1').catch(() => {
        void client.end().catch(() => {})
        lost(client)
      })
    }
  }

  await connect()
  return {
    async listen(channel: string, hearing: Hearing): Promise<() => Promise<void>> {
      const heard = hearings.get(channel) ?? new Set()
      hearings.set(channel, heard.add(hearing))
      // When the connection is away just now, coming back listens to every channel.
      await state.client?.query(`listen ${quoted(channel)}`).catch(() => {})
      hearing.onConnect()
      return async () => {
        heard.delete(hearing)
        if (heard.size > 0) return
        hearings.delete(channel)
        await state.client?.query(`unlisten ${quoted(channel)}`).catch(() => {})
      }
    },

    async close() {
      state.isClosed = true
      ending.abort()
      const { client } = state
      state.client = null
      await client?.end().catch(() => {})
    },
  }
}

const quoted = (channel: string) => `"${channel.replaceAll('"', '""')}"`
