import { currencyOf, isCurrency, toWire } from '@croupier/contract/money'
import type { BetRecord } from '@croupier/sportsbook/bet-record'
import type { BetVerdict } from '@croupier/sportsbook/verify-bet'
import { type DragEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FairSection } from './fair-section.tsx'

type Checking =
  | { state: 'idle' | 'busy' | 'unreadable' | 'broken' }
  | { state: 'done'; record: BetRecord; verdict: BetVerdict }

const inside = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : value

/** As it was saved, or as the site answers it. */
function readJson(text: string): unknown {
  try {
    return inside(inside(JSON.parse(text), 'data'), 'record')
  } catch {
    return null
  }
}

/** The arithmetic of bets comes with the first file. */
async function check(text: string): Promise<Checking> {
  const loaded = await Promise.all([
    import('@croupier/sportsbook/bet-record'),
    import('@croupier/sportsbook/verify-bet'),
  ]).catch(() => null)
  if (!loaded) return { state: 'broken' }
  const [{ isBetRecord }, { verifyBet }] = loaded
  const record = readJson(text)
  return isBetRecord(record) ? { state: 'done', record, verdict: verifyBet(record) } : { state: 'unreadable' }
}

/** Any bet whose record a visitor has, settled again here. */
export function VerifyBet() {
  const t = useTranslations('fairness.bet')
  const id = useId()
  const [checking, set] = useState<Checking>({ state: 'idle' })
  const take = async (file: File | undefined) => {
    if (!file) return
    set({ state: 'busy' })
    set(await check(await file.text()))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void take(event.dataTransfer.files[0])
  }
  return (
    <FairSection id="bet" title={t('title')} text={t('text')}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a file may be dropped; the field inside does the same by keyboard */}
      <div className="field bet-file" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <label className="field-label" htmlFor={id}>
          {t('file')}
        </label>
        <input
          id={id}
          type="file"
          accept=".json,application/json"
          aria-describedby={`${id}-line`}
          onChange={({ target }) => void take(target.files?.[0])}
        />
        <div id={`${id}-line`} className="hint">
          {t('fileHint')}
        </div>
      </div>
      <div className="verdict" role="status">
        {checking.state === 'busy' && <p className="muted">{t('busy')}</p>}
        {(checking.state === 'unreadable' || checking.state === 'broken') && (
          <Notice kind="warning">{t(`trouble.${checking.state}`)}</Notice>
        )}
        {checking.state === 'done' && <BetAnswer {...checking} />}
      </div>
      <div className="verify-acts">
        <a className="btn" href="/verify-bet.mjs" download>
          <Icon name="file-text" />
          {t('verifier')}
        </a>
        <code className="offline-formula">{t('command')}</code>
      </div>
    </FairSection>
  )
}

function BetAnswer({ record: { bet }, verdict }: { record: BetRecord; verdict: BetVerdict }) {
  const t = useTranslations('fairness.bet')
  const format = useFormat()
  if (verdict.kind !== 'right') return <BetDifference {...verdict} />
  const { returned, boost, cashed, facts, results, byWord, isOver } = verdict
  const paid = returned + boost + cashed
  return (
    <Notice kind="success">
      <b>{t('right')}</b>{' '}
      {isCurrency(bet.currency) && t('paid', { returned: format.money(toWire(paid, currencyOf(bet))) })}
      {' · '}
      {t('counts', { facts, results })}
      {byWord > 0 && <p>{t('byWord', { count: byWord })}</p>}
      {!isOver && <p>{t('open')}</p>}
    </Notice>
  )
}

function BetDifference({ kind, difference }: Exclude<BetVerdict, { kind: 'right' }>) {
  const t = useTranslations('fairness.bet')
  return (
    <>
      <Notice kind={kind === 'wrong' ? 'error' : 'warning'}>{t(`verdict.${kind}`)}</Notice>
      <dl className="proofs">
        {(['where', 'own', 'said'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`difference.${name}`)}</dt>
            <dd>
              <code>{difference[name]}</code>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
