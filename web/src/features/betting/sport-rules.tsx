import './rules.css'
import { paths } from '@croupier/contract/paths'
import { data, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { useFormat } from '../../i18n/format.ts'
import { PageHead } from '../../site/page-head.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { SegmentedLinks } from '../../ui/segmented.tsx'
import type { Route } from './+types/sport-rules'
import { typeName } from './market-words.ts'
import { periodName } from './period-words.ts'
import { isRuled, type SportRules, shareText, shownPeriods, voidLines } from './rules-words.ts'

const notFound = () => data('Page not found', { status: 404, statusText: 'Page not found' })

export async function loader({ context, params, request }: Route.LoaderArgs) {
  if (!isRuled(params.sport)) throw notFound()
  const call = serverCall(context)
  const newest = await call('sports.getRules', { sport: params.sport })
  const wanted = new URL(request.url).searchParams.get('v')
  if (wanted === null) return { rules: newest, newest: newest.version }
  const version = newest.versions.find((each) => String(each) === wanted)
  if (version === undefined) throw notFound()
  const rules = version === newest.version ? newest : await call('sports.getRules', { sport: params.sport, version })
  return { rules, newest: newest.version }
}

export default function SportRulesPage({ loaderData: { rules, newest } }: Route.ComponentProps) {
  const t = useTranslations('betting-rules')
  const { sport, version, versions } = rules
  return (
    <div className="rules-page">
      <PageHead title={t('sportTitle', { sport: t(`names.${sport}`) })} text={t('lead')}>
        {versions.length === 1 ? (
          <p className="dim">{t('version', { version })}</p>
        ) : (
          <SegmentedLinks
            label={t('versions')}
            options={versions.map((each) => ({
              value: String(each),
              title: t('version', { version: each }),
              to: paths.bettingSportRules(sport, { v: String(each) }),
              isCurrent: each === version,
            }))}
          />
        )}
      </PageHead>
      {version !== newest && <Notice>{t('older')}</Notice>}
      <Section title={t('counts')}>
        <p className="prose">{t(`countsText.${sport}`)}</p>
      </Section>
      <Section title={t('voids')}>
        <ul className="prose">
          {voidLines(rules).map(({ line, hours }) => (
            <li key={line}>{t(`voidText.${line}`, { hours })}</li>
          ))}
        </ul>
      </Section>
      <Section title={t('delay')}>
        <p className="prose">{t('delayText', { seconds: rules.delay })}</p>
      </Section>
      <Shares rules={rules} />
      <Limits rules={rules} />
      <Markets rules={rules} />
      <p>
        <Link className="link" to={paths.bettingRules()}>
          {t('back')}
        </Link>
      </p>
    </div>
  )
}

function Shares({ rules: { payouts, cashout_before_bp: before, cashout_live_bp: live } }: { rules: SportRules }) {
  const t = useTranslations('betting-rules')
  return (
    <>
      <Section title={t('payouts')}>
        <p className="prose">{t('payoutsText')}</p>
        <div className="rules-table">
          <DataTable
            caption={t('payouts')}
            columns={[
              { name: 'what', head: t('what'), isRowHead: true, cell: ({ what }) => t(`kind.${what}`) },
              { name: 'before', head: t('before'), cellClass: 'num', cell: (row) => shareText(row.before_bp) },
              { name: 'live', head: t('live'), cellClass: 'num', cell: (row) => shareText(row.live_bp) },
            ]}
            rows={payouts}
            keyOf={({ what }) => what}
          />
        </div>
      </Section>
      <Section title={t('cashOut')}>
        <p className="prose">{t('cashOutText', { before: shareText(before), live: shareText(live) })}</p>
      </Section>
    </>
  )
}

const tiers = ['A', 'B', 'C'] as const

function Limits({ rules: { max_payout: most } }: { rules: SportRules }) {
  const t = useTranslations('betting-rules')
  const format = useFormat()
  return (
    <Section title={t('limits')}>
      <p className="prose">{t('limitsText')}</p>
      <div className="rules-table">
        <DataTable
          caption={t('limits')}
          columns={[
            { name: 'league', head: t('league'), isRowHead: true, cell: (tier) => t(`tier.${tier}`) },
            {
              name: 'most',
              head: t('most'),
              cellClass: 'num',
              cell: (tier) => format.money({ amount: String(most[tier]), currency: 'EUR' }),
            },
          ]}
          rows={tiers}
          keyOf={(tier) => tier}
        />
      </div>
    </Section>
  )
}

function Markets({ rules: { sport, market_types: types } }: { rules: SportRules }) {
  const t = useTranslations('betting-rules')
  const words = useTranslations('markets')
  const partsOf = (periods: readonly string[]) => {
    const { shown, more } = shownPeriods(periods)
    const text = shown.map((period) => periodName(period, { sport }, words)).join(', ')
    return more > 0 ? t('andMore', { shown: text, count: more }) : text
  }
  return (
    <Section title={t('markets')}>
      <div className="rules-table">
        <DataTable
          caption={t('markets')}
          columns={[
            { name: 'market', head: t('market'), isRowHead: true, cell: ({ type }) => typeName(type, sport, words) },
            { name: 'periods', head: t('periods'), cell: ({ periods }) => partsOf(periods) },
          ]}
          rows={types}
          keyOf={({ type }) => type}
        />
      </div>
    </Section>
  )
}
