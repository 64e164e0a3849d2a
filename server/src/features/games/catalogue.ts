import { type Db, isDatabaseGone } from '../../db/db.ts'
import type { Listener } from '../../db/listener.ts'
import type { Log } from '../../log.ts'
import type { Catalogue, Hall } from '../../ports/catalogue.ts'
import type { Content } from '../../ports/content.ts'
import { type CatalogueRows, makeHall } from './hall.ts'
import { readEntries, readProviders, readSwitchRows, readVersion } from './store.ts'

type CatalogueOptions = {
  sql: Db
  content: Pick<Content, 'config' | 'version'>
  /** Hears that something changed. Without one every question asks. */
  listener: Listener | null
  log: Log
}

const channel = 'croupier_games'
/** A notice may be lost; after so long it is asked. */
const freshMs = 3_000

type Shelf = { version: bigint; books: CatalogueRows; halls: Map<string, Promise<Hall>> }

/** The games of the house in the memory of this node: read again when they changed, on whichever node that was. */
export async function openCatalogue({
  sql,
  content,
  listener,
  log,
}: CatalogueOptions): Promise<Catalogue & { close: () => Promise<void> }> {
  const state: { shelf: Shelf | null; askedAt: number; isTold: boolean } = { shelf: null, askedAt: 0, isTold: false }
  let asking: Promise<Shelf> | null = null

  const tell = () => {
    state.isTold = true
  }
  const unlisten = await listener?.listen(channel, { onNotice: tell, onConnect: tell })

  const isFresh = () => listener !== null && !state.isTold && performance.now() - state.askedAt < freshMs

  async function look(): Promise<Shelf> {
    // What is said from here on may be about something that is not read any more.
    state.isTold = false
    try {
      const version = await readVersion(sql)
      if (state.shelf?.version !== version) {
        // Rows may already be newer than the number; then the next look reads them once more.
        const [entries, providers, switches] = [
          await readEntries(sql),
          await readProviders(sql),
          await readSwitchRows(sql),
        ]
        state.shelf = { version, books: { entries, providers, switches }, halls: new Map() }
      }
      state.askedAt = performance.now()
      return state.shelf
    } catch (error) {
      // The hall can be looked at while the database is away; a player who opens a game asks it anyway.
      if (!state.shelf || !isDatabaseGone(error)) throw error
      log.warn('the catalogue could not be read again')
      state.askedAt = performance.now()
      return state.shelf
    }
  }

  async function fresh(): Promise<Shelf> {
    if (state.shelf && isFresh()) return state.shelf
    // A question that comes while it is read waits for that reading. Without an ear its age is not known.
    if (!listener) return look()
    asking ??= look().finally(() => {
      asking = null
    })
    return asking
  }

  return {
    async hall(locale: string): Promise<Hall> {
      const { books, halls } = await fresh()
      const key = `${locale} ${content.version()}`
      const known = halls.get(key)
      if (known) return known
      const made = content.config(locale).then(({ games }) => makeHall(books, games.overrides, locale))
      // An older content is not asked for again.
      for (const old of halls.keys()) if (old.startsWith(`${locale} `)) halls.delete(old)
      halls.set(key, made)
      made.catch(() => halls.delete(key))
      return made
    },

    async close() {
      await unlisten?.()
    },
  }
}
