import type { PublicTopic, TableTopic } from '@croupier/contract/stream'

type Said = { topic: TableTopic; data: unknown }

/** Something public that pages listen to by its name: `GET /platform/stream/{name}`. */
export type PublicSource = {
  name: string
  /** How it stands by the database's clock: all of it for a new page, what changed (null: nothing) for the others. */
  read: () => Promise<{ nowMs: number; whole: Said; change: Said | null }>
  /** Calls whenever it may have changed, until the function that it answers with is called. */
  listen: (onChange: () => void) => Promise<(() => Promise<void>) | undefined>
  /** Said when the first page comes and every few seconds while one listens. */
  noteWatched: () => Promise<unknown>
}

/** Something public that every open page hears on its own stream. */
export type NewsSource = {
  topic: PublicTopic
  /** What is new since the last look; null where nothing is. */
  read: () => Promise<unknown>
  /** No page listens: what happens now is news to none. */
  skip: () => void
}
