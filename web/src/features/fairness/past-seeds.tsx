import type { Output } from '@croupier/contract/contract'
import { paths } from '@croupier/contract/paths'
import { useTranslations } from 'use-intl'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Pager } from '../../site/pager.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Fact, FairSection } from './fair-section.tsx'

type Seed = Output<'fairness.getSeeds'>['items'][number]

/** Seeds that are revealed: each opens to everything that its rounds came from. */
export function PastSeeds({ items, page, pages }: { items: readonly Seed[]; page: number; pages: number }) {
  const t = useTranslations('fairness.past')
  return (
    <FairSection id="past" title={t('title')} text={t('text')}>
      <div className="folds">
        {items.map((seed) => (
          <Row key={seed.hash} seed={seed} />
        ))}
      </div>
      <Pager at={page} count={pages} toPage={(next) => paths.fairness({ page: next > 1 ? String(next) : undefined })} />
    </FairSection>
  )
}

function Row({ seed }: { seed: Seed }) {
  const t = useTranslations('fairness.past')
  const { server_seed: serverSeed, hash, client_seed: clientSeed, rounds, from, to } = seed
  return (
    <details className="fold">
      <summary>
        <span className="num">
          <LocalTime at={from} /> – <LocalTime at={to} /> · {t('rounds', { count: rounds })}
        </span>
        <Icon name="chevron-down" />
      </summary>
      <dl className="proofs">
        <Fact name={t('server')} copy={serverSeed} />
        <Fact name={t('hash')} copy={hash} />
        <Fact name={t('client')} copy={clientSeed} />
      </dl>
    </details>
  )
}
