import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { keepSecret } from '../../server/src/secrets.ts'
import { freePort } from '../../server/src/test/http-browser.ts'
import { openStrapi } from '../../tools/cms/client.ts'
import { importContent } from '../../tools/cms/import.ts'
import { installCms, readToken, startCms } from '../../tools/cms/run.ts'
import { provideSite } from '../global-setup.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cmsUrl: string
    cmsToken: string
  }
}

const contentDir = resolve(import.meta.dirname, '../../content')

/** A real Strapi 5 with the content of the house, and a site that has its content from there. */
export default async function setup(project: TestProject) {
  const dir = await mkdtemp(join(tmpdir(), 'croupier-cms-'))
  const [siteDir, dataDir] = [join(dir, 'site'), join(dir, 'cms')]
  await mkdir(join(siteDir, 'secrets'), { recursive: true })
  await mkdir(dataDir)
  const [sitePort, port] = [await freePort(), await freePort()]
  const hook = {
    CONTENT_HOOK_URL: `http://127.0.0.1:${sitePort}/hooks/content`,
    CONTENT_HOOK_SECRET: keepSecret(join(siteDir, 'secrets/content-webhook')),
  }
  await installCms(console.log)
  const cms = await startCms({ port, settings: { CMS_DATA_DIR: dataDir, CMS_PANEL: 'false', ...hook } })
  const token = readToken('import', dataDir)
  await importContent({ strapi: openStrapi({ url: cms.url, token }), contentDir, say: () => {} })
  const site = await provideSite(project, siteDir, {
    PORT: String(sitePort),
    CONTENT_URL: cms.url,
    CONTENT_TOKEN: readToken('site', dataDir),
    // Far away: what arrives within seconds arrives by the notice of Strapi.
    CONTENT_REFRESH_SECONDS: '600',
  })
  project.provide('cmsUrl', cms.url)
  project.provide('cmsToken', token)
  return async () => {
    await site.stop()
    await cms.stop()
    await rm(dir, { recursive: true, force: true })
  }
}
