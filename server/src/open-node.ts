import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Call } from '@croupier/contract/contract'
import type { AppOptions } from './app/options.ts'
import { type App, createApp } from './app.ts'
import { type Database, openDatabase } from './db/db.ts'
import { type Listener, openListener } from './db/listener.ts'
import { checkRules } from './features/bets/bets.ts'
import { readingVisitor } from './http/visitor.ts'
import { openCrowd } from './seeds/crowd/crowd.ts'
import { StartError } from './start-error.ts'

export const root = resolve(import.meta.dirname, '../..')

type Web = Pick<AppOptions, 'render' | 'buildId' | 'assetDirs'>

export async function builtWeb(): Promise<Web> {
  const { render } = await import('@croupier/web/server').catch(() => {
    throw new StartError('The web is not built: run npm start, which builds it.')
  })
  const stamp = readFileSync(join(root, 'web/build/.stamp'))
  const buildId = createHash('sha256').update(stamp).digest('hex').slice(0, 12)
  return { render, buildId, assetDirs: [join(root, 'web/build/client')] }
}

type Opened = (() => Promise<unknown>)[]
type Node = { app: App; db: Database; listener: Listener }
type Options = Omit<AppOptions, keyof Web | 'db' | 'listener' | 'hasWorkers' | 'contentDir' | 'studioDir'> & {
  web: Web
  url: string
}

/** A process of the house over its database, which is prepared. */
export async function openNode({ web, url, ...options }: Options, opened: Opened): Promise<Node> {
  const { log, share } = options
  const db = openDatabase(url, log, share && { max: share.plain })
  opened.push(db.close)
  await checkRules(db.sql)
  const listener = await openListener(url, log)
  opened.push(listener.close)
  const app = await createApp({
    ...{ ...options, ...web, db, listener, hasWorkers: true },
    contentDir: join(root, 'content'),
    studioDir: join(root, 'studio/build'),
  })
  return { app, db, listener }
}

/** They ask what games in their frames ask, without a cookie. */
export async function startCrowd({ app, db, listener }: Node, opened: Opened): Promise<void> {
  const caller = { player: null, locale: 'en', visitor: readingVisitor('demo players'), requestId: 'demo players' }
  const call: Call = (name, params) => app.dispatcher.invoke(name, params, caller)
  const crowd = openCrowd({ ...app.api, db, listener, call, isWatched: () => app.countPages() > 0 })
  opened.push(crowd.close)
  await crowd.start()
}
