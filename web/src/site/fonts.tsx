import displayCyrillic from '@fontsource-variable/geologica/files/geologica-cyrillic-wght-normal.woff2?url'
import displayLatin from '@fontsource-variable/geologica/files/geologica-latin-wght-normal.woff2?url'
import uiCyrillic from '@fontsource-variable/onest/files/onest-cyrillic-wght-normal.woff2?url'
import uiLatin from '@fontsource-variable/onest/files/onest-latin-wght-normal.woff2?url'

/** What the first view needs. Spaces, figures and marks are Latin also where the words are not. */
export function Fonts({ locale }: { locale: string }) {
  const isCyrillic = ['ru', 'uk', 'bg', 'sr', 'kk'].includes(locale)
  const files = [uiLatin, displayLatin, ...(isCyrillic ? [uiCyrillic, displayCyrillic] : [])]
  return files.map((file) => (
    <link key={file} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={file} />
  ))
}
