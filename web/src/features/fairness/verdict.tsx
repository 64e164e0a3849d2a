import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { Verification, VerifyTrouble } from './use-verify.ts'
import type { Checked } from './verify-rules.ts'

/** What came out when a round was recomputed. */
export function Verdict({ verification }: { verification: Verification }) {
  const t = useTranslations('fairness.verdict')
  return (
    <div className="verdict" role="status">
      {verification.state === 'busy' && <p className="muted">{t('busy')}</p>}
      {verification.state === 'trouble' && <TroubleNotice trouble={verification.trouble} />}
      {verification.state === 'done' && <Outcome checked={verification.checked} />}
    </div>
  )
}

function TroubleNotice({ trouble }: { trouble: VerifyTrouble }) {
  const t = useTranslations('fairness.verdict')
  return (
    <Notice kind={trouble === 'unreadable' || trouble === 'broken' ? 'warning' : 'info'}>
      {t(`trouble.${trouble}`)}
      {trouble === 'sealed' && (
        <>
          {' '}
          <Link className="link" to={`${paths.fairness()}#seeds`}>
            {t('toSeeds')}
          </Link>
        </>
      )}
    </Notice>
  )
}

function Outcome({ checked }: { checked: Checked }) {
  const t = useTranslations('fairness.verdict')
  const { isRight, isSeedRight, hash, blocks, steps } = checked
  return (
    <>
      <Notice kind={isRight ? 'success' : 'error'}>
        <b>{isRight ? t('right') : t('wrong')}</b> {isSeedRight ? t('seedRight') : t('seedWrong')}
      </Notice>
      <dl className="proofs">
        <div>
          <dt>{t('hash')}</dt>
          <dd>
            <code>{hash}</code>
          </dd>
        </div>
        {blocks.map(({ name, bytes }) => (
          <div key={name}>
            <dt>
              {t('block')} <bdi>{name}</bdi>
            </dt>
            <dd>
              <code>{bytes}</code>
            </dd>
          </div>
        ))}
      </dl>
      <ol className="verdict-steps">
        {steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are told apart by their place alone
          <Step key={at} at={at + 1} step={step} />
        ))}
      </ol>
    </>
  )
}

function Step({ at, step: { isSame, staked, won, view } }: { at: number; step: Checked['steps'][number] }) {
  const t = useTranslations('fairness.verdict')
  const format = useFormat()
  return (
    <li>
      <div className="verdict-step">
        <b>{t('step', { at })}</b>
        <span className="num">{t('money', { staked: format.money(staked), won: format.money(won) })}</span>
        {isSame ? (
          <Tag tone="positive" icon="check">
            {t('same')}
          </Tag>
        ) : (
          <Tag tone="negative" icon="x">
            {t('different')}
          </Tag>
        )}
      </div>
      <code>{view}</code>
    </li>
  )
}
