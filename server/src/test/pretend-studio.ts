import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { studioGames } from '@croupier/studio/games'

/** What a build of the studio leaves behind, without building: one small file per title and one that they share. */
export function pretendStudio(dir: string): string {
  const assets = join(dir, 'assets')
  mkdirSync(assets, { recursive: true })
  mkdirSync(join(dir, '.vite'))
  const titles = studioGames.map(({ about }) => about.sysname)
  for (const name of ['stage', ...titles]) writeFileSync(join(assets, `${name}-pretend.js`), `export default '${name}'`)
  writeFileSync(join(assets, 'stage-pretend.css'), 'body{}')
  const shared = { file: 'assets/stage-pretend.js', css: ['assets/stage-pretend.css'] }
  const entries = titles.map((name) => [
    `games/${name}/client/main.ts`,
    { file: `assets/${name}-pretend.js`, isEntry: true, imports: ['_stage.js'] },
  ])
  writeFileSync(
    join(dir, '.vite/manifest.json'),
    JSON.stringify({ '_stage.js': shared, ...Object.fromEntries(entries) }),
  )
  return dir
}
