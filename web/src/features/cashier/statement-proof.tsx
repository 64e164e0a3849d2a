import { useTranslations } from 'use-intl'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CopyButton } from '../account/account.tsx'
import type { StatementPurse } from './statement-rules.ts'

const verifier = 'verify-statement.mjs'

/** The newest fingerprint of the books, the files to check them with, and how. */
export function StatementProof({ purse, currency, head }: { purse: StatementPurse; currency: string; head: string }) {
  const t = useTranslations('cashier.statement')
  return (
    <Card className="proof">
      <h3>{t('proof.title')}</h3>
      <p className="muted">{t('proof.text')}</p>
      <div className="proof-head">
        <p>
          <span className="sr">{t('proof.label')}: </span>
          <code>{head}</code>
        </p>
        <CopyButton text={head} label={t('proof.copy')} done={t('proof.copied')} size="m" />
      </div>
      <div className="proof-files">
        <a className="btn" href={`/statement.csv?purse=${purse}`} download>
          <Icon name="download" />
          {t('proof.csv')}
        </a>
        <a className="btn" href={`/${verifier}`} download>
          <Icon name="file-text" />
          {t('proof.verifier')}
        </a>
      </div>
      <details>
        <summary>{t('how.title')}</summary>
        <ol>
          <li>{t('how.files')}</li>
          <li>
            {t('how.run')}
            <code className="proof-run">
              node {verifier} statement-{purse}-{currency}.csv {head}
            </code>
          </li>
          <li>{t('how.answer')}</li>
        </ol>
      </details>
    </Card>
  )
}
