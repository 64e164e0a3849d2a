import { type Launch, launchElement } from './launch.ts'

export type LaunchPage = {
  name: string
  locale: string
  /** Addresses of modules, of style sheets, and of modules that will be needed. */
  scripts: readonly string[]
  styles: readonly string[]
  preloads: readonly string[]
  launch: Launch
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

/** JSON that no parser of HTML can mistake for the end of its element, nor an old one of JavaScript for a new line. */
const embedded = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/**
 * The page inside the frame. It has no origin of its own, so everything is fetched as from elsewhere (`crossorigin`),
 * and no line of script or style stands in it.
 */
export function launchPage({ name, locale, scripts, styles, preloads, launch }: LaunchPage): string {
  const lines = [
    ...styles.map((href) => `<link rel="stylesheet" crossorigin href="${escaped(href)}">`),
    ...preloads.map((href) => `<link rel="modulepreload" crossorigin href="${escaped(href)}">`),
    ...scripts.map((src) => `<script type="module" crossorigin src="${escaped(src)}"></script>`),
  ]
  return `<!doctype html>
<html lang="${escaped(locale)}">
<head>
<meta charset="utf-8">
<title>${escaped(name)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="#0b1210">
<meta name="color-scheme" content="dark">
<meta name="robots" content="noindex">
${lines.join('\n')}
<script type="application/json" id="${launchElement}">${embedded(launch)}</script>
</head>
<body></body>
</html>
`
}
