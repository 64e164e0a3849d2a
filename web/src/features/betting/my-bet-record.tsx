import type { WireBet } from '@croupier/contract/methods/bets'
import { paths } from '@croupier/contract/paths'
import { Fragment, type MouseEvent } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { useAttempt } from '../../forms/use-attempt.ts'
import { saveFile } from '../../site/browser.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { rulesOfBet } from './my-bet-rules.ts'

/** All that decided the bet, as a file, and the checker, which needs nothing of the house. */
export function MyBetRecord({ bet }: { bet: WireBet }) {
  const t = useTranslations('my-bets')
  const { isBusy, problem, attempt } = useAttempt()
  const file = `bet-${bet.id}.json`
  /** Without a script the browser saves the answer as it comes, which the checker reads as well. */
  const download = (event: MouseEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const { record } = await call('bets.getRecord', { id: bet.id })
      saveFile(file, 'application/json', `${JSON.stringify(record, null, 2)}\n`)
    })
  }
  return (
    <section className="my-box my-record" aria-label={t('record.title')}>
      <h3>{t('record.title')}</h3>
      <p className="my-fine">{t('record.text')}</p>
      <div className="my-record-acts">
        <a
          className="btn btn-outline"
          href={`/api/bets.getRecord?v=1&id=${bet.id}`}
          download={file}
          onClick={download}
          aria-busy={isBusy || undefined}
        >
          <Icon name="download" />
          {t('record.download')}
        </a>
        <a className="btn btn-outline" href="/verify-bet.mjs" download>
          <Icon name="file-text" />
          {t('record.checker')}
        </a>
        <ButtonLink kind="ghost" to={`${paths.fairness()}#bet`}>
          {t('record.onPage')}
        </ButtonLink>
      </div>
      {problem && <Notice kind="error">{problem}</Notice>}
      <code>{t('record.how', { file })}</code>
      <p className="my-fine">
        {t('record.rules')}{' '}
        {rulesOfBet(bet).map(({ sport, version }, at) => (
          <Fragment key={sport}>
            {at > 0 && ', '}
            <Link className="link" to={paths.bettingSportRules(sport, { v: version })}>
              {`${sport}/${version}`}
            </Link>
          </Fragment>
        ))}
      </p>
    </section>
  )
}
