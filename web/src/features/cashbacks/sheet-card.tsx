import { type CashbackSum, cashbackSums } from '@croupier/contract/cashback'
import type { Output } from '@croupier/contract/contract'
import type { WireCashback } from '@croupier/contract/methods/cashbacks'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'

export type Sheet = Pick<Output<'cashbacks.getSheet'>, 'id' | 'sums' | 'counts' | 'rate' | 'amount' | 'base' | 'head'>

const verifier = 'verify-cashback.mjs'
const isMinus = (name: CashbackSum) => name !== 'stakes' && name !== 'rollbacks_out'

/** The newest sheet: its sums, and the files with which anyone computes it again. */
export function SheetCard({ sheet, url }: { sheet: Sheet; url: NonNullable<WireCashback['sheet_url']> }) {
  const t = useTranslations('cashback')
  const format = useFormat()
  const shown = cashbackSums.filter((name) => sheet.counts[name] > 0)
  return (
    <Section title={t('check.title')}>
      <div className="card cashback-check">
        <p className="muted">{t('check.text')}</p>
        <dl>
          {shown.map((name) => (
            <div key={name}>
              <dt>{t('check.line', { name: t(`sums.${name}`), count: sheet.counts[name] })}</dt>
              <dd>
                {format.money(
                  isMinus(name) ? { ...sheet.sums[name], amount: `-${sheet.sums[name].amount}` } : sheet.sums[name],
                )}
              </dd>
            </div>
          ))}
          <div>
            <dt>{t('sums.loss')}</dt>
            <dd>{format.money(sheet.base)}</dd>
          </div>
          <div className="cashback-check-sum">
            <dt>{t('check.result', { rate: sheet.rate })}</dt>
            <dd>{format.money(sheet.amount)}</dd>
          </div>
        </dl>
        <div className="cashback-files">
          <a className="btn btn-outline" href={url} download>
            <Icon name="download" />
            {t('check.csv')}
          </a>
          <a className="btn btn-outline" href={`/${verifier}`} download>
            <Icon name="file-text" />
            {verifier}
          </a>
        </div>
        <p className="muted">
          {t('check.run')} <code>{`node ${verifier} cashback-${sheet.id}.csv`}</code>
        </p>
      </div>
    </Section>
  )
}
