import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, readFileSync, statSync } from 'node:fs'
import { StartError } from '../start-error.ts'

/** How to start a PostgreSQL program: PostgreSQL refuses to run as root, so root has to step down. */
export type RunAs = {
  command: (program: string, args: string[]) => [string, string[]]
  /** Set when another user runs the database and must own its files. */
  user?: { uid: number; gid: number }
}

const asIs: RunAs = { command: (program, args) => [program, args] }

// A user namespace in which root looks like the user `nobody`. The files stay root's, also below a folder only root may enter.
const mapping = ['--user', '--map-user=65534', '--map-group=65534']
const inNamespace: RunAs = { command: (program, args) => ['unshare', [...mapping, program, ...args]] }

export function chooseRunAs({ dir, folder, program }: { dir: string; folder: string; program: string }): RunAs {
  if (process.getuid?.() !== 0) return asIs
  const owner = ownerOf(folder)
  if (owner && owner.uid !== 0) return asUser(owner)
  if (spawnSync('unshare', [...mapping, 'true']).status === 0) return inNamespace
  if (owner) throw cannot(`unshare, by which ${folder} was made, does not work here`)
  const user = findUser()
  if (!user) throw cannot('there is neither unshare nor another user')
  if (spawnSync(program, ['--version'], user).status !== 0) throw cannot(`another user cannot run ${program}`)
  chmodSync(dir, statSync(dir).mode | 0o011)
  if (spawnSync('test', ['-x', dir], user).status !== 0) throw cannot(`another user cannot enter ${dir}`)
  return asUser(user)
}

export function giveTo(runAs: RunAs, path: string) {
  if (runAs.user) chownSync(path, runAs.user.uid, runAs.user.gid)
}

function asUser(user: { uid: number; gid: number }): RunAs {
  return { ...asIs, user }
}

function ownerOf(folder: string) {
  const stat = statSync(folder, { throwIfNoEntry: false })
  return stat && { uid: stat.uid, gid: stat.gid }
}

function findUser() {
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
}

function cannot(why: string) {
  return new StartError(
    `PostgreSQL does not run as root, and ${why}. Start as another user, or set DATABASE_URL to a PostgreSQL of yours.`,
  )
}
