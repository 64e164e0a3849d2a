import { data } from 'react-router'
import { useTranslations } from 'use-intl'
import { bootContext } from '../../boot.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useReadToEnd } from '../../session/report-step.ts'
import { scrollToPart } from '../../site/browser.ts'
import { Faq } from '../../site/faq.tsx'
import { PageHead } from '../../site/page-head.tsx'
import { anchorOf, plainText, RichText } from '../../site/rich-text.tsx'
import type { Route } from './+types/page'

export async function loader({ params, context }: Route.LoaderArgs) {
  const page = await context.get(bootContext).page(params.slug)
  if (!page) throw data('Page not found', { status: 404, statusText: 'Page not found' })
  return { page, seoTokens: { name: page.title, title: page.title, description: page.lead } }
}

/** A page of words: one column, questions below, contents beside it on wide screens. */
export default function ContentPage({ loaderData: { page } }: Route.ComponentProps) {
  const t = useTranslations('pages.content')
  const end = useReadToEnd(page.slug)
  const parts = page.body.flatMap((block, place) =>
    block.kind === 'heading' && block.level === 2 ? [{ id: anchorOf(place), title: plainText(block.inlines) }] : [],
  )
  return (
    <div className="reading">
      <article className="reading-text">
        <PageHead title={page.title} text={page.lead} />
        <RichText blocks={page.body} />
        {page.faq.length > 0 && (
          <section className="faq" aria-label={t('faq')}>
            <Faq list={page.faq} />
          </section>
        )}
        {page.updatedAt && (
          <p className="dim">
            {t('updated')} <LocalTime at={page.updatedAt} />
          </p>
        )}
        <div ref={end} />
      </article>
      {parts.length > 1 && (
        <nav className="reading-contents" aria-label={t('contents')}>
          <b>{t('contents')}</b>
          {parts.map(({ id, title }) => (
            <a
              key={id}
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault()
                scrollToPart(id)
              }}
            >
              {title}
            </a>
          ))}
        </nav>
      )}
    </div>
  )
}
