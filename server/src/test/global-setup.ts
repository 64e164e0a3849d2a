import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { prepareJobs } from '../jobs/boss.ts'
import { listeners } from '../jobs/events.ts'
import { command, databaseAt, templateName } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
  }
}

const hasty = {
  // No test that uses this server proves what survives a power cut, so a commit need not wait for the disk. Whether
  // the site itself leaves its connections waiting for it is looked at, so that setting is as on a site.
  ...{ fsync: 'off', full_page_writes: 'off' },
  // Hundreds of small databases would keep the vacuum going round them all the time.
  autovacuum: 'off',
  // Tables of a test are small and never measured, so a question about many of them would start processes for nothing.
  max_parallel_workers_per_gather: '0',
  // Nothing reads what a process is about in the list of all.
  update_process_title: 'off',
}

/** One real server for the whole run, with a migrated template from which each test file gets its own database. */
export default async function setup(project: TestProject) {
  const dir = mkdtempSync(join(tmpdir(), 'croupier-test-'))
  const log = pino({ level: 'silent' })
  const folder = join(dir, 'postgres')
  const server = await startEmbedded({
    dir,
    log,
    settings: hasty,
  })
  // Thousands of connections are opened, and a password takes each of them as long as all the rest.
  writeFileSync(join(folder, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\nlocal all all trust\n')
  await command(server.url, 'select pg_reload_conf()')
  await command(server.url, `create database ${templateName}`)
  const template = databaseAt(server.url, templateName)
  await migrate(template, log)
  await prepareJobs(template, listeners)
  project.provide('databaseUrl', server.url)
  return async () => {
    await server.stop()
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
  }
}
