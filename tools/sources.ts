import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

export type Source = { path: string; text: string; imports: string[] }

const skipped = new Set(['node_modules', 'build', 'data', '.git', '.react-router', 'public'])

function walk(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return []
    const path = join(dir, entry.name)
    return entry.isDirectory() ? walk(path) : [path]
  })
}

const importForm =
  /^(?:import|export)\b[^;'"`=]*?\bfrom\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]|\bimport\('([^']+)'\)/gm

/** An import as the house sees it: a path from the root for our own files, else the package's name. */
function resolved(from: string, target: string): string {
  return target.startsWith('.') ? relative(root, resolve(dirname(from), target)) : target
}

/** Every TypeScript source of the house, with what it imports. */
export const sources: Source[] = walk(root)
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
  .map((path) => {
    const text = readFileSync(path, 'utf8')
    return {
      path: relative(root, path),
      text,
      imports: [...text.matchAll(importForm)].map(([, named, bare, later]) =>
        resolved(path, named ?? bare ?? later ?? ''),
      ),
    }
  })

export const isTest = ({ path }: Source) => /\.test\.tsx?$|\/test\/|^e2e\//.test(path)
export const below = (folder: string) => sources.filter(({ path }) => path.startsWith(`${folder}/`))
