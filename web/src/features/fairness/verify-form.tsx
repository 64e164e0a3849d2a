import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { useAttempt } from '../../forms/use-attempt.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Field, useControl } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { FairSection } from './fair-section.tsx'
import { useVerify } from './use-verify.ts'
import { Verdict } from './verdict.tsx'
import { readRecord } from './verify-rules.ts'

type Props = { rounds: readonly { round: string; name: string; at: string }[] }

/** Any round whose record a visitor has, recomputed here. Nothing is sent anywhere. */
export function VerifyForm({ rounds }: Props) {
  const t = useTranslations('fairness.verify')
  const format = useFormat()
  const { isBusy, problem, attempt } = useAttempt()
  const { verification, verify, forget } = useVerify()
  const [text, setText] = useState('')
  const take = (round: string) =>
    attempt(async () => {
      const record = await call('rounds.getRound', { round })
      setText(JSON.stringify(record, null, 2))
      forget()
    })
  const send = (event: FormEvent) => {
    event.preventDefault()
    void verify(readRecord(text))
  }
  return (
    <FairSection id="verify" title={t('title')} text={t('text')}>
      <form className="seed-form" onSubmit={send}>
        {rounds.length > 0 && (
          <Field label={t('choose')}>
            <Select
              placeholder={t('choosePlaceholder')}
              disabled={isBusy}
              options={rounds.map(({ round, name, at }) => ({
                value: round,
                title: `${name} · ${format.dateTime(new Date(at))}`,
              }))}
              onChange={(round) => void take(round)}
            />
          </Field>
        )}
        <Field label={t('paste')} hint={t('pasteHint')}>
          <RecordText
            text={text}
            onChange={(next) => {
              setText(next)
              forget()
            }}
          />
        </Field>
        {problem && <Notice kind="error">{problem}</Notice>}
        <div className="verify-acts">
          <Button type="submit" size="l" icon="shield-check" busy={verification.state === 'busy'}>
            {t('button')}
          </Button>
        </div>
      </form>
      <Verdict verification={verification} />
    </FairSection>
  )
}

function RecordText({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  return (
    <textarea
      {...useControl()}
      className="record-text"
      rows={6}
      dir="ltr"
      spellCheck={false}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
