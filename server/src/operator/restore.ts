import { chownSync, existsSync, readdirSync, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { markRestored } from '../db/after-restore.ts'
import { program } from '../db/data-directory.ts'
import { chooseRunAs } from '../db/run-as.ts'
import { writableFolder } from '../make-folder.ts'
import { StartError } from '../start-error.ts'
import { checkBackup, copyFile, forEachOf, listFolder, makePrivate, mendable, syncFolder } from './backup-files.ts'
import type { Result } from './command.ts'

export const restoreUsage = { form: 'restore <folder> <data-dir>', about: 'puts a backup into an empty folder' }

const draftName = 'restore-unfinished'
// The database last: a folder that has one is whole.
const order = ['secrets', 'ledger', 'postgres.password', 'postgres']

/** Puts a backup into an empty folder. Nothing is started: the site that starts there recovers by itself. */
export async function restoreBackup(from: string, to: string): Promise<Result> {
  const folder = resolve(from)
  const found = statSync(to, { throwIfNoEntry: false })
  if (found && !found.isDirectory()) throw new StartError(`${resolve(to)} is no folder.`)
  if (found && readdirSync(to).length > 0) throw new StartError(`${resolve(to)} is not empty.`)
  const { files, folders, made_at: madeAt } = await checkBackup(folder)
  const dir = writableFolder('DATA_DIR', to)
  const draft = join(dir, draftName)
  try {
    await makePrivate(draft)
    for (const path of folders) await makePrivate(join(draft, path))
    await forEachOf(files, async ({ path, sha256 }) => {
      const copied = await copyFile(join(folder, path), join(draft, path))
      if (copied.sha256 !== sha256) throw new StartError(`The backup ${folder} changed at ${path} while it was read.`)
    })
    for (const path of folders) await syncFolder(join(draft, path))
    await giveToServer(dir, draft)
    for (const name of order) if (existsSync(join(draft, name))) await rename(join(draft, name), join(dir, name))
    await rm(draft, { recursive: true })
    markRestored(dir)
    await syncFolder(dir)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw mendable(error)
  }
  return {
    lines: [`${dir} holds the site as it was at ${madeAt}. Start it: DATA_DIR=${dir} npm start`],
    code: 0,
  }
}

/** Where root may not run the database itself, another user does, and the files must be that user's. */
async function giveToServer(dir: string, draft: string) {
  const folder = join(dir, 'postgres')
  const { user } = chooseRunAs({ dir, folder, program: program('postgres') })
  if (!user) return
  const { files, folders } = await listFolder(join(draft, 'postgres'))
  const paths = ['postgres.password', 'postgres', ...[...files, ...folders].map((path) => join('postgres', path))]
  for (const path of paths) chownSync(join(draft, path), user.uid, user.gid)
}
