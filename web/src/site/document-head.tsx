import displayCyrillic from '@fontsource-variable/geologica/files/geologica-cyrillic-wght-normal.woff2?url'
import displayLatin from '@fontsource-variable/geologica/files/geologica-latin-wght-normal.woff2?url'
import uiCyrillic from '@fontsource-variable/onest/files/onest-cyrillic-wght-normal.woff2?url'
import uiLatin from '@fontsource-variable/onest/files/onest-latin-wght-normal.woff2?url'
import { useShell } from '../shell.ts'

const rules = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')

/** An operator's colours: custom properties after our own. Names and values were checked where content is parsed. */
export function Brand() {
  const { dark, light } = useShell().config.site.brand
  if (Object.keys(dark).length + Object.keys(light).length === 0) return null
  return <style>{`:root{${rules(dark)}}[data-theme=light]{${rules(light)}}`}</style>
}

/** What the first view needs. Spaces, figures and marks are Latin also where the words are not. */
export function Fonts({ locale }: { locale: string }) {
  const isCyrillic = ['ru', 'uk', 'bg', 'sr', 'kk'].includes(locale)
  const files = [uiLatin, displayLatin, ...(isCyrillic ? [uiCyrillic, displayCyrillic] : [])]
  return files.map((file) => (
    <link key={file} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={file} />
  ))
}
