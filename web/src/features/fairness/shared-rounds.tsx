import type { Output } from '@croupier/contract/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { isChained } from './chain-rules.ts'
import { Fact, FairSection } from './fair-section.tsx'
import { isPoint } from './shared-point.ts'

export type Chain = Output<'fairness.getShared'> & { game: string; name: string; version: string }

type CheckState = 'idle' | 'busy' | 'right' | 'wrong' | 'failed'

/** Rounds that everybody shares come from one chain of hashes, made before the first of them. */
export function SharedRounds({ chain }: { chain: Chain }) {
  const t = useTranslations('fairness.shared')
  const format = useFormat()
  const [state, setState] = useState<CheckState>('idle')
  const { terminal_hash: terminal, salt, total, length, items } = chain

  const check = async () => {
    if (state === 'busy') return
    setState('busy')
    try {
      const { sha256, verifyRound } = await import('@croupier/studio/verify')
      const points = items.map((round) => isPoint(chain, round, verifyRound))
      const isRight = (await isChained(items, terminal, sha256)) && (await Promise.all(points)).every(Boolean)
      setState(isRight ? 'right' : 'wrong')
    } catch {
      setState('failed')
    }
  }
  return (
    <FairSection id="shared" title={t('title')} text={t('text', { name: chain.name })}>
      <dl className="proofs">
        <Fact name={t('terminal')} copy={terminal} />
        {salt === null ? <Fact name={t('salt')}>{t('noSalt')}</Fact> : <Fact name={t('salt')} copy={salt} />}
        <Fact name={t('played')}>{t('of', { played: format.number(total), length: format.number(length) })}</Fact>
      </dl>
      {items.length > 0 && (
        <>
          <ol className="shared-rounds">
            {items.map(({ id, place, hash, point, at }) => (
              <li key={id}>
                <b className="num">{t('place', { place: format.number(place) })}</b>
                <span className="num">{`×${point}`}</span>
                <span className="dim num">
                  <LocalTime at={at} withTime />
                </span>
                <code>{hash}</code>
              </li>
            ))}
          </ol>
          <div className="verify-acts">
            <Button icon="shield-check" busy={state === 'busy'} onClick={check}>
              {t('check')}
            </Button>
          </div>
          <div role="status">
            {state === 'right' && <Notice kind="success">{t('right', { count: items.length })}</Notice>}
            {state === 'wrong' && <Notice kind="error">{t('wrong')}</Notice>}
            {state === 'failed' && <Notice kind="warning">{t('failed')}</Notice>}
          </div>
        </>
      )}
    </FairSection>
  )
}
