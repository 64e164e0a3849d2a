import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { z } from 'zod'
import { StartError } from '../start-error.ts'
import { birthOf } from './process.ts'

// Any fixed number does; every Croupier must use the same one.
const ownerKey = 7_031_954
// An owner that is just ending, or the connection of a killed one, takes a moment to vanish.
const patienceMs = 3_000

/**
 * Makes this process the only one that runs on the embedded database of `dir`, until it releases or dies.
 * The lock in the database decides between two that start together. The note in the folder speaks for an
 * owner whose database is being restarted, until it has its lock again.
 */
export async function claimOwnership(url: string, dir: string): Promise<{ release: () => Promise<void> }> {
  let isReleased = false
  let client = await claim(url, dir)
  const renewWhenLost = () => client.once('end', () => void renew())
  const renew = async () => {
    while (!isReleased) {
      try {
        client = await claim(url, dir)
        return renewWhenLost()
      } catch {
        await sleep(200)
      }
    }
  }
  renewWhenLost()
  return {
    async release() {
      isReleased = true
      rmSync(noteIn(dir), { force: true })
      await client.end()
    },
  }
}

/** Asked before anything in the folder is touched. */
export async function refuseOtherOwner(dir: string): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (hasOtherOwner(dir)) {
    if (performance.now() > deadline) throw inUse(dir)
    await sleep(100)
  }
}

async function claim(url: string, dir: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: 'croupier owner', keepAlive: true })
  // Without a listener a lost connection would end the process; 'end' follows and is heard.
  client.on('error', () => {})
  await client.connect()
  const deadline = performance.now() + patienceMs
  while (!(await hasLocked(client))) {
    if (performance.now() > deadline) return refuse(client, dir)
    await sleep(100)
  }
  if (hasOtherOwner(dir)) return refuse(client, dir)
  const draft = `${noteIn(dir)}.${process.pid}`
  writeFileSync(draft, `${process.pid} ${birthOf(process.pid)}\n`)
  renameSync(draft, noteIn(dir))
  return client
}

async function refuse(client: Client, dir: string): Promise<never> {
  await client.end()
  throw inUse(dir)
}

async function hasLocked(client: Client) {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [ownerKey])
  return z.tuple([z.object({ locked: z.boolean() })]).parse(rows)[0].locked
}

function hasOtherOwner(dir: string) {
  const [pid = '', birth] = readNote(dir).trim().split(/ (.*)/)
  return pid !== '' && Number(pid) !== process.pid && birthOf(Number(pid)) === birth
}

function readNote(dir: string) {
  try {
    return readFileSync(noteIn(dir), 'utf8')
  } catch {
    return ''
  }
}

function noteIn(dir: string) {
  return join(dir, 'owner')
}

function inUse(dir: string) {
  return new StartError(`DATA_DIR ${dir} is in use by another running Croupier.`)
}
