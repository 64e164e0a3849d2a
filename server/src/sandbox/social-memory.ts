import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

const most = 2000

type Kept = { payload: AdapterPayload; until: number }

/** What the stand-in service remembers, until the process ends. Clients are not kept: they are made from their name. */
export function openMemory(clientOf: (id: string) => AdapterPayload | undefined): AdapterFactory {
  const kept = new Map<string, Kept>()

  function get(key: string): AdapterPayload | undefined {
    const found = kept.get(key)
    if (found && found.until > Date.now()) return found.payload
    kept.delete(key)
    return undefined
  }

  function put(key: string, payload: AdapterPayload, seconds: number) {
    kept.delete(key)
    const [oldest] = kept.keys()
    if (kept.size >= most && oldest !== undefined) kept.delete(oldest)
    kept.set(key, { payload, until: Date.now() + seconds * 1000 })
  }

  const findWhere = (prefix: string, isWanted: (payload: AdapterPayload) => boolean) =>
    [...kept].flatMap(([key, { payload }]) => (key.startsWith(prefix) && isWanted(payload) ? [key] : []))

  return (model): Adapter => {
    const prefix = `${model}:`
    return {
      find: async (id) => (model === 'Client' ? clientOf(id) : get(prefix + id)),
      findByUid: async (uid) => {
        const [key] = findWhere(prefix, (payload) => payload.uid === uid)
        return key ? get(key) : undefined
      },
      findByUserCode: async () => undefined,
      upsert: async (id, payload, seconds = 3600) => put(prefix + id, payload, seconds),
      consume: async (id) => {
        const payload = get(prefix + id)
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => {
        kept.delete(prefix + id)
      },
      revokeByGrantId: async (grantId) => {
        for (const key of findWhere(prefix, (payload) => payload.grantId === grantId)) kept.delete(key)
      },
    }
  }
}
