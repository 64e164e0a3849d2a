import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { siteUrl } from './browser.ts'

export type Answer = { status: number; headers: IncomingHttpHeaders; location: string | undefined; body: string }
type Asking = { headers?: Record<string, string>; method?: string; form?: Record<string, string>; origin?: string }

/** One request with exactly this path: `fetch` would tidy it up, follow redirects and add a language. */
export function ask(path: string, { headers = {}, method, form, origin = siteUrl() }: Asking = {}): Promise<Answer> {
  const { hostname, port } = new URL(origin)
  const sent = form && { method: 'POST', headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' } }
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers, ...sent }, async (answer) => {
      const { statusCode: status = 0, headers } = answer
      resolve({ status, headers, location: headers.location, body: await text(answer) })
    })
    asked.on('error', reject).end(form && new URLSearchParams(form).toString())
  })
}

const decode = (value: string) => value.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')

function tags(html: string, name: string): Record<string, string>[] {
  const head = html.slice(0, html.indexOf('</head>'))
  return [...head.matchAll(new RegExp(`<${name}\\b([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value = '']) => [key?.toLowerCase(), decode(value)]),
    ),
  )
}

/** What a page says of itself to search engines. */
export function headOf(html: string) {
  const links = tags(html, 'link')
  const meta = (name: string) => tags(html, 'meta').find((tag) => tag.name === name)?.content
  return {
    lang: /<html\b[^>]*\slang="([^"]*)"/.exec(html)?.[1],
    title: decode(/<title>([^<]*)/.exec(html)?.[1] ?? ''),
    description: meta('description'),
    robots: meta('robots'),
    canonical: links.find(({ rel }) => rel === 'canonical')?.href,
    alternates: Object.fromEntries(
      links.flatMap(({ rel, hreflang, href }) => (rel === 'alternate' && hreflang ? [[hreflang, href]] : [])),
    ),
  }
}
