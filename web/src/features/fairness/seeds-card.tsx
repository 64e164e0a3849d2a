import type { Output } from '@croupier/contract/contract'
import { clientSeed as seedRule } from '@croupier/contract/games'
import { paths } from '@croupier/contract/paths'
import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { confirm } from '../../dialogs/dialogs.ts'
import type { Failure } from '../../forms/failure.ts'
import { reasonIn, useAttempt } from '../../forms/use-attempt.ts'
import { useFormat } from '../../i18n/format.ts'
import { useShell } from '../../shell.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Tag } from '../../ui/tag.tsx'
import { openAuth } from '../auth/auth.tsx'
import { Fact, FairSection } from './fair-section.tsx'

type Fair = Output<'fairness.get'>
type Revealed = Output<'fairness.rotate'>

/** The seeds that one's next rounds come from. */
export function SeedsCard({ fair, isPlayer }: { fair: Fair | null; isPlayer: boolean }) {
  const t = useTranslations('fairness.seeds')
  return (
    <FairSection id="seeds" title={t('title')} text={t('text')}>
      {fair ? <Seeds fair={fair} /> : <p className="muted">{isPlayer ? t('closed') : t('guest')}</p>}
      {!isPlayer && (
        <div className="verify-acts">
          <Button onClick={() => openAuth('authorization')}>{t('logIn')}</Button>
        </div>
      )}
    </FairSection>
  )
}

/** What the browser's own chance makes; letters and digits, so that it can be typed again. */
const madeSeed = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('')

function Seeds({ fair }: { fair: Fair }) {
  const { features } = useShell()
  const t = useTranslations('fairness.seeds')
  const format = useFormat()
  const { revalidate } = useRevalidator()
  const { isBusy, problem, setProblem, attempt } = useAttempt()
  const [seed, setSeed] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [revealed, setRevealed] = useState<Revealed | null>(null)

  /** Refusals that have their own words here. */
  const isPlaced = (failure: Failure) => {
    const reason = reasonIn(failure)
    if (reason === 'SEED_CHANGED') {
      setProblem(t('changed'))
      void revalidate()
      return true
    }
    if (reason !== 'ROUND_OPEN') return false
    setProblem(t('roundOpen'))
    return true
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const isBad = seedRule(seed) !== null
    setWrong(isBad)
    if (isBad) return
    const question = { title: t('sure'), content: t('sureText'), agree: t('agree'), reject: t('reject'), quiet: true }
    if (!(await confirm(question))) return
    await attempt(async () => {
      setRevealed(await call('fairness.rotate', { client_seed: seed, hash: fair.hash }))
      setSeed('')
      await revalidate()
    }, isPlaced)
  }
  return (
    <>
      <dl className="proofs">
        <Fact name={t('hash')} copy={fair.hash} />
        <Fact
          name={
            <>
              {t('client')} {!fair.is_own_seed && <Tag>{t('ours')}</Tag>}
            </>
          }
          copy={fair.client_seed}
        />
        <Fact name={t('nonce')}>{format.number(fair.nonce)}</Fact>
        <Fact name={t('next')} copy={fair.next_hash} />
      </dl>
      {fair.open_rounds > 0 && (
        <Notice>
          {t('open', { count: fair.open_rounds })}{' '}
          {features.betHistory && (
            <ButtonLink size="s" to={paths.betHistory()}>
              {t('toRounds')}
            </ButtonLink>
          )}
        </Notice>
      )}
      <form className="seed-form" onSubmit={send}>
        <Field label={t('new')} hint={t('newHint')} error={isWrong ? t('invalid') : undefined}>
          <Input
            name="client_seed"
            value={seed}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={(event) => {
              setSeed(event.target.value)
              setWrong(false)
            }}
          />
        </Field>
        <div className="verify-acts">
          <Button type="submit" size="l" busy={isBusy}>
            {t('change')}
          </Button>
          <Button kind="ghost" size="l" onClick={() => setSeed(madeSeed())}>
            {t('make')}
          </Button>
        </div>
      </form>
      {problem && <Notice kind="error">{problem}</Notice>}
      <div role="status">
        {revealed && (
          <Notice kind="success">
            <p>{t('revealed', { count: revealed.rounds })}</p>
            <dl className="proofs">
              <Fact name={t('server')} copy={revealed.server_seed} />
              <Fact name={t('hash')} copy={revealed.hash} />
            </dl>
          </Notice>
        )}
      </div>
    </>
  )
}
