import { isBreak, type SelfExclusionPeriod } from '@croupier/contract/control'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { DialogActions, useDialog } from '../../dialogs/parts.tsx'
import { readFailure } from '../../forms/failure.ts'
import { useFailureText } from '../../forms/reasons.ts'
import { useSignOut } from '../../session/sign-out.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type HelplineList, Helplines } from './helplines.tsx'
import { afterExclusion, isTyped } from './rules.ts'
import { useLimitWords } from './words.ts'

type Props = { period: SelfExclusionPeriod; helplines: HelplineList }

/** What happens, then, for a long exclusion, a word typed by hand. At the end every session is over, this one too. */
export function ExclusionDialog({ period, helplines }: Props) {
  const [isSecond, setSecond] = useState(false)
  const short = isBreak(period)
  if (!short && isSecond) return <LastStep period={period} onBack={() => setSecond(false)} />
  return <FirstStep period={period} helplines={helplines} onNext={short ? null : () => setSecond(true)} />
}

function useExclusion(period: SelfExclusionPeriod) {
  const t = useTranslations('control.exclusion')
  const failureText = useFailureText()
  const signOut = useSignOut()
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const exclude = async () => {
    if (isBusy) return
    setBusy(true)
    setFailed(null)
    try {
      await signOut.exclude(
        () => call('account.selfExclude', { period }),
        ({ ends_at }) => afterExclusion(ends_at),
      )
    } catch (error) {
      const failure = readFailure(error)
      const isShorter = failure.kind === 'refused' && failure.reason === 'EXCLUSION_SHORTER'
      setFailed(isShorter || failure.kind === 'fields' ? t('shorter') : failureText(failure))
      setBusy(false)
    }
  }
  return { exclude, isBusy, failed }
}

type FirstProps = Props & { onNext: (() => void) | null }

function FirstStep({ period, helplines, onNext }: FirstProps) {
  const t = useTranslations('control.exclusion')
  const words = useLimitWords()
  const { close } = useDialog()
  const { exclude, isBusy, failed } = useExclusion(period)
  const length = words.length(period)
  return (
    <>
      <ul className="plain-list">
        <li>{period === 'permanent' ? t('factPlayForGood') : t('factPlay', { length })}</li>
        <li>{t('factSessions')}</li>
        <li>{t('factPerson')}</li>
        <li>{t('factMoney')}</li>
        <li>{onNext ? (period === 'permanent' ? t('factForGood') : t('factReturn')) : t('factBreak')}</li>
      </ul>
      <Helplines list={helplines} />
      {failed && <Notice kind="error">{failed}</Notice>}
      <DialogActions>
        <Button size="l" onClick={close}>
          {t('cancel')}
        </Button>
        {onNext ? (
          <Button size="l" kind="outline" onClick={onNext}>
            {t('next')}
          </Button>
        ) : (
          <Button size="l" kind="danger" busy={isBusy} onClick={exclude}>
            {t('takeBreak')}
          </Button>
        )}
      </DialogActions>
    </>
  )
}

function LastStep({ period, onBack }: { period: SelfExclusionPeriod; onBack: () => void }) {
  const t = useTranslations('control.exclusion')
  const { exclude, isBusy, failed } = useExclusion(period)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const word = t('word')
  useEffect(() => input.current?.focus(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isTyped(typed, word)) return void exclude()
    setWrong(true)
    input.current?.focus()
  }
  return (
    <form className="contents" onSubmit={submit} noValidate>
      <p>{period === 'permanent' ? t('lastForGood') : t('last')}</p>
      <Field label={t('type', { word })} error={isWrong && t('typeAgain', { word })}>
        <Input
          ref={input}
          value={typed}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={60}
          onChange={(event) => {
            setTyped(event.target.value)
            setWrong(false)
          }}
        />
      </Field>
      {failed && <Notice kind="error">{failed}</Notice>}
      <DialogActions>
        <Button size="l" onClick={onBack}>
          {t('back')}
        </Button>
        <Button size="l" type="submit" kind="danger" busy={isBusy}>
          {t('exclude')}
        </Button>
      </DialogActions>
    </form>
  )
}
