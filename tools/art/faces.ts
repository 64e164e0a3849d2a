// Lettering faces are not dependencies of the project: they are looked up in a folder that may be empty.
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

export type Face = { family: string; file: string }

const slug = (family: string) => family.toLowerCase().replaceAll(' ', '-')

export const houseFace: Face = {
  family: 'Geologica',
  file: createRequire(import.meta.url).resolve(
    '@fontsource-variable/geologica/files/geologica-latin-wght-normal.woff2',
  ),
}

/** Finds the heaviest cut of a face by the file name that its @fontsource package gives it, at any depth. */
export function findFace(family: string, folder: string): Face | undefined {
  const file = globSync(`**/${slug(family)}-latin-[0-9]*-normal.woff2`, { cwd: folder })
    .sort()
    .at(-1)
  return file ? { family, file: join(folder, file) } : undefined
}

export const packageOf = (family: string) => `@fontsource/${slug(family)}`

// Every weight leads to this file, so that no face is thickened by the browser.
export const fontRule = ({ family, file }: Face) =>
  `@font-face{font-family:'${family}';font-weight:100 900;src:url(data:font/woff2;base64,${readFileSync(file, 'base64')})}`
