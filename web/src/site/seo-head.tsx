import { localePath } from '@croupier/contract/locales'
import { canonicalPath } from '@croupier/contract/paths'
import type { Seo } from '@croupier/contract/seo'
import { useMatches, useRouteError, useRouteLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { type Shell, useShell } from '../shell.ts'
import { errorKind } from './error-kind.ts'
import { usePageHandle } from './page-handle.ts'
import { jsonLd, structuredData } from './structured-data.ts'

type Tokens = Record<string, string>
const tokensOf = (loaded: unknown): Tokens =>
  typeof loaded === 'object' && loaded !== null && 'seoTokens' in loaded && typeof loaded.seoTokens === 'object'
    ? { ...loaded.seoTokens }
    : {}

/** A page that answers 404 with something to look at says so in what it loaded. */
const isMissing = (loaded: unknown) =>
  typeof loaded === 'object' && loaded !== null && 'isMissing' in loaded && loaded.isMissing === true

const isHidden = (loaded: unknown) =>
  typeof loaded === 'object' && loaded !== null && 'isIndexed' in loaded && loaded.isIndexed === false

/** Structured data that a page makes of what it loaded. */
const blocksOf = (loaded: unknown): object[] =>
  typeof loaded === 'object' && loaded !== null && 'structured' in loaded && Array.isArray(loaded.structured)
    ? loaded.structured
    : []

/** What `##name##` and its like stand for on the current page. */
export function useSeoTokens(): Tokens {
  const { site } = useShell().config
  return { site: site.name, ...tokensOf(useMatches().at(-1)?.loaderData) }
}

/**
 * Fills `##name##` and its like; the caller that prints the result escapes it (React in HTML, `jsonLd` in scripts).
 * A text with an unknown token is empty as a whole: half a sentence is worse than none.
 */
export function fillTokens(value: string, tokens: Record<string, string>): string {
  const wanted = [...value.matchAll(/##(\w+)##/g)].map(([, token = '']) => token)
  if (!wanted.every((token) => Object.hasOwn(tokens, token))) return ''
  return value.replace(/##(\w+)##/g, (_, token: string) => tokens[token] ?? '')
}

const absolute = (origin: string, address: string) => (address.startsWith('/') ? origin + address : address)

/** Title, description, robots, canonical, alternates, shares and structured data of the current page. */
export function SeoHead() {
  const shell = useShell()
  const seo = useRouteLoaderData<{ seo: Omit<Seo, 'text'> }>('root')?.seo
  const t = useTranslations()
  const error = useRouteError()
  const handle = usePageHandle()
  const tokens = useSeoTokens()
  const fill = (value: string) => fillTokens(value, tokens)
  const loaded = useMatches().at(-1)?.loaderData
  const isGone = isMissing(loaded)
  const broken = shell.fatal ?? (error ? errorKind(error) : isGone ? 'notFound' : null)
  if (!seo) return broken && <title>{`${t(`system.${broken}.header`)} · ${shell.config.site.name}`}</title>

  const isBroken = broken !== null
  const own = tokens.title ?? (handle.title ? t(handle.title) : '')
  const title = broken ? t(`system.${broken}.header`) : fill(seo.title) || own
  const shown = title
    ? title.includes(shell.config.site.name)
      ? title
      : `${title} · ${shell.config.site.name}`
    : shell.config.site.name
  const description = fill(seo.description) || tokens.description || ''
  const robots = isBroken || handle.isIndexed === false || isHidden(loaded) ? 'noindex, follow' : seo.robots
  const share = {
    title: fill(seo.openGraph.title) || shown,
    description: fill(seo.openGraph.description) || description,
    image: absolute(shell.origin, seo.openGraph.image || '/og.jpg'),
  }
  return (
    <>
      <title>{shown}</title>
      {description && <meta name="description" content={description} />}
      {robots && <meta name="robots" content={robots} />}
      {seo.meta.map((tag) => (
        <meta key={tag.name} name={tag.name} content={fill(tag.content)} />
      ))}
      {!isBroken && <Addresses shell={shell} canonical={seo.canonical} />}
      <meta property="og:site_name" content={shell.config.site.name} />
      <meta property="og:type" content={seo.openGraph.type} />
      <meta property="og:title" content={share.title} />
      {share.description && <meta property="og:description" content={share.description} />}
      <meta property="og:image" content={share.image} />
      <meta property="og:locale" content={shell.locale} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={share.title} />
      {share.description && <meta name="twitter:description" content={share.description} />}
      <meta name="twitter:image" content={share.image} />
      {!isBroken &&
        title &&
        [...structuredData(seo, { origin: shell.origin, fill }), ...blocksOf(loaded)].map((block, at) => (
          <script
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a page never change places
            key={at}
            type="application/ld+json"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: jsonLd leaves no character that could end the element.
            dangerouslySetInnerHTML={{ __html: jsonLd(block) }}
          />
        ))}
    </>
  )
}

function Addresses({ shell, canonical }: { shell: Shell; canonical: string }) {
  const path = canonicalPath(shell.path)
  const at = (code: string) => shell.origin + localePath(code, shell.defaultLocale, path)
  return (
    <>
      <link rel="canonical" href={canonical ? absolute(shell.origin, canonical) : at(shell.locale)} />
      {shell.locales.map(({ code }) => (
        <link key={code} rel="alternate" hrefLang={code} href={at(code)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={at(shell.defaultLocale)} />
      <meta property="og:url" content={at(shell.locale)} />
    </>
  )
}
