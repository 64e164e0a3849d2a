// `npm run cms`: a Strapi 5 with the content of the site, on SQLite. `-- import [dir]` and `-- export <dir>` work on one that runs.
import { join, resolve } from 'node:path'
import { parseConfig } from '../../server/src/config.ts'
import { writableFolder } from '../../server/src/make-folder.ts'
import { keepSecret } from '../../server/src/secrets.ts'
import { root } from '../sources.ts'
import { openStrapi } from './client.ts'
import { exportContent } from './export.ts'
import { importContent } from './import.ts'
import { recordAnswers } from './record.ts'
import { buildPanel, installCms, readToken, startCms } from './run.ts'

const say = (line: string) => console.log(line)
const port = Number(process.env.CMS_PORT ?? 1337)
const open = () => openStrapi({ url: `http://127.0.0.1:${port}`, token: readToken('import') })

/** The site believes notices that carry this; whichever starts first makes it. */
function hookSettings() {
  const { origin, secretsDir, port: sitePort } = parseConfig({ ...process.env, PORT: process.env.SITE_PORT })
  writableFolder('SECRETS_DIR', secretsDir)
  const own = new URL(origin).hostname === 'localhost' ? `http://127.0.0.1:${sitePort}` : origin
  return {
    CONTENT_HOOK_URL: process.env.CONTENT_HOOK_URL ?? `${own}/hooks/content`,
    CONTENT_HOOK_SECRET: process.env.CONTENT_HOOK_SECRET ?? keepSecret(join(secretsDir, 'content-webhook')),
  }
}

async function run() {
  await installCms(say)
  await buildPanel(say)
  const cms = await startCms({ port, settings: hookSettings(), isShown: true })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void cms.stop())
  const strapi = open()
  if ((await strapi.ask('GET', 'site')) === null) {
    say('Importing the embedded content …')
    await importContent({ strapi, contentDir: join(root, 'content'), say })
  }
  say(`\nThe panel: ${cms.url}/admin\nThe site:  CONTENT_URL=${cms.url} CONTENT_TOKEN=${readToken('site')} npm start\n`)
  await cms.ended
}

const [command, dir] = process.argv.slice(2)
if (command === undefined) await run()
else if (command === 'import')
  await importContent({ strapi: open(), contentDir: resolve(dir ?? join(root, 'content')), say })
else if (command === 'export' && dir)
  await exportContent({ strapi: open(), token: readToken('import'), dir: resolve(dir), say })
else if (command === 'record') await recordAnswers({ url: `http://127.0.0.1:${port}`, token: readToken('site') })
else {
  console.error('npm run cms [-- import [folder] | -- export <folder>]')
  process.exitCode = 2
}
