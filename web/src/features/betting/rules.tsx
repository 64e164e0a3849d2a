import './rules.css'
import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { PageHead } from '../../site/page-head.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'
import { ruledSports } from './rules-words.ts'

export const handle = { title: 'betting-rules.title' }

const forAll = ['price', 'void', 'half', 'round', 'late', 'error', 'correct', 'related', 'play'] as const

/** The rules that hold for every sport, and the way to each sport's own. */
export default function BettingRules() {
  const t = useTranslations('betting-rules')
  return (
    <div className="rules-page">
      <PageHead title={t('title')} text={t('lead')} />
      <Section title={t('sports')}>
        <ul className="rules-sports">
          {ruledSports.map((sport) => (
            <li key={sport}>
              <Link className="card" to={paths.bettingSportRules(sport)}>
                {t(`names.${sport}`)}
                <Icon name="chevron-right" />
              </Link>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('general')}>
        <ul className="prose">
          {forAll.map((rule) => (
            <li key={rule}>{t(`all.${rule}`)}</li>
          ))}
        </ul>
      </Section>
    </div>
  )
}
