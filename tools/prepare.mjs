// Runs before `npm start` and `npm test`, with the Node of the host (20 or newer) and nothing installed:
// plain JavaScript, built-in modules only. Installs what is missing; with `build` also builds the web and the
// studio's games if they changed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { delimiter, dirname, extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const at = (path) => join(root, path)

const lockFile = at('package-lock.json')
const installStamp = at('node_modules/.croupier-stamp')
const buildStamp = at('web/build/.stamp')
// The page that verifies rounds runs the mathematics of the games, but shows none of them.
const verifiers = [
  ...['sportsbook/src', 'server/src/sandbox/feed/chance.ts', 'server/src/sandbox/feed/verify-match.ts'],
  'server/src/features/bets/record/verify-bet.ts',
]
const webSources = [
  ...['web/src', 'web/public', 'contract/src', 'package-lock.json', 'studio'],
  ...[...verifiers, 'tools/verifier.config.ts'],
]
const isClient = (path) => /[\\/]studio[\\/](stage|simulator|games[\\/][^\\/]+[\\/]client)[\\/]/.test(path)
const studioStamp = at('studio/build/.stamp')
const studioManifest = at('studio/build/.vite/manifest.json')
const studioSources = ['studio', 'contract/src', 'package-lock.json']
/** Never a source. */
const made = new Set(['build', 'node_modules', '.vite', '.react-router'])
const compressible = new Set(['.js', '.css', '.svg', '.json'])

try {
  await install()
  if (process.argv[2] === 'build') await Promise.all([buildWeb(), buildStudio()])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function install() {
  const wanted = `${hashOf([lockFile])} ${process.platform}-${process.arch}`
  if (readIfThere(installStamp) === wanted) return
  if (!isInstalledByHand()) {
    console.log('Installing packages, about a minute …')
    // Not `npm ci`: it refuses a lock file that lacks the optional binaries of other platforms.
    // The versions are those of the lock file all the same, and it stays as it is.
    // The Node inside node_modules may be about to be replaced, so it must not run npm.
    const path = (process.env.PATH ?? '')
      .split(delimiter)
      .filter((entry) => !entry.endsWith(join('node_modules', '.bin')))
    // A production environment still has to build, so the development packages are needed too.
    // npm asks the registry anew: binaries that the lock file lacks are optional, so one that npm does not find in what
    // it has kept of the registry would be left out without a word.
    const args = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund']
    await run('npm', args, { PATH: path.join(delimiter) }, 'Cannot install the packages: npm install failed.')
  }
  writeFileSync(installStamp, wanted)
}

/** npm writes its own note last, so it is newer than the lock file only after a whole installation. */
function isInstalledByHand() {
  const note = statSync(at('node_modules/.package-lock.json'), { throwIfNoEntry: false })
  return note !== undefined && note.mtimeMs > statSync(lockFile).mtimeMs && existsSync(at('node_modules/.bin/node'))
}

async function buildWeb() {
  const configs = readdirSync(at('web')).filter((name) => name.endsWith('.ts'))
  const files = [...webSources, ...configs.map((name) => `web/${name}`)].map(at).flatMap(filesIn)
  const wanted = hashOf(files.filter((path) => !isClient(path)))
  if (readIfThere(buildStamp) === wanted) return
  console.log('Building the web …')
  // Removed first and written last, so that a build that was killed is done again.
  rmSync(buildStamp, { force: true })
  const cli = at('node_modules/@react-router/dev/bin.cjs')
  await run(at('node_modules/.bin/node'), [cli, 'build', 'web'], { NODE_ENV: 'production' }, 'Cannot build the web.')
  for (const mode of ['match', 'bet'])
    await bundle('tools/verifier.config.ts', '.', `Cannot build the verifier of a ${mode}.`, ['--mode', mode])
  await compress(at('web/build/client'))
  writeFileSync(buildStamp, wanted)
}

/** Every title is a page of its own; what the server needs to know of them stands in the manifest. */
async function buildStudio() {
  const wanted = hashOf(studioSources.map(at))
  if (readIfThere(studioStamp) === wanted) return
  console.log('Building the games …')
  rmSync(at('studio/build'), { recursive: true, force: true })
  if (hasTitles()) {
    const args = [at('node_modules/vite/bin/vite.js'), 'build', 'studio']
    await run(at('node_modules/.bin/node'), args, { NODE_ENV: 'production' }, 'Cannot build the games.')
  } else {
    // Without anything to build the builder would fail.
    mkdirSync(dirname(studioManifest), { recursive: true })
    writeFileSync(studioManifest, '{}')
  }
  await bundle('studio/vite.verifier.config.ts', 'studio', 'Cannot build the verifier of rounds.')
  await compress(at('studio/build/assets'))
  writeFileSync(studioStamp, wanted)
}

/** One file for players, who recompute rounds and bets or play matches again with it without us. */
function bundle(config, folder, complaint, more = []) {
  const args = [at('node_modules/vite/bin/vite.js'), 'build', folder, '--config', at(config), ...more]
  return run(at('node_modules/.bin/node'), args, { NODE_ENV: 'production' }, complaint)
}

function hasTitles() {
  const games = at('studio/games')
  return existsSync(games) && readdirSync(games).some((name) => existsSync(join(games, name, 'client/main.ts')))
}

/** Compressed once here, so that the server only has to send the bytes. */
async function compress(folder) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  const files = filesIn(folder).filter((path) => compressible.has(extname(path)))
  const pack = async (path) => {
    const bytes = await readFile(path)
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }))
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }))
  }
  // Brotli at its best is slow: as many at once as there are threads for it, not all.
  for (let from = 0; from < files.length; from += 8) await Promise.all(files.slice(from, from + 8).map(pack))
}

/** What it says is shown only if it fails. */
function run(command, args, env, complaint) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  const said = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => said.push(part))
  return new Promise((ended, failed) => {
    const fail = (why) =>
      failed(new Error([Buffer.concat(said).toString().trim(), why, complaint].filter(Boolean).join('\n')))
    child.once('error', (error) => fail(error.message))
    child.once('close', (code) => (code === 0 ? ended() : fail()))
  })
}

/** A hash over names and contents. */
function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesIn)) {
    hash.update(`${path.slice(root.length).replaceAll(sep, '/')}\n`).update(readFileSync(path))
  }
  return hash.digest('hex')
}

/** The file itself, or every file below the folder, always in the same order. */
function filesIn(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return []
  if (!stat.isDirectory()) return [path]
  return readdirSync(path)
    .filter((name) => !made.has(name))
    .sort()
    .flatMap((name) => filesIn(join(path, name)))
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
