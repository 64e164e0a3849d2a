import type { WireTournament } from '@croupier/contract/methods/tournaments'
import { useTranslations } from 'use-intl'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'

/** The file of the result, its fingerprint, and how both are checked. */
export function ResultCheck({ tournament: { extra } }: { tournament: WireTournament }) {
  const t = useTranslations('tournaments.result')
  if (!extra.result_url || !extra.result_hash) return null
  return (
    <Section title={t('title')}>
      <Card className="stack">
        <p>{t('text')}</p>
        <p>
          {/* A file, not a page: the router has nothing to do with it. */}
          <a className="btn" href={extra.result_url} download>
            <Icon name="download" />
            {t('file')}
          </a>
        </p>
        <dl className="stack">
          <dt className="muted">{t('hash')}</dt>
          <dd>
            <code className="cup-hash" dir="ltr">
              {extra.result_hash}
            </code>
          </dd>
        </dl>
        <p className="muted">{t('how')}</p>
      </Card>
    </Section>
  )
}
