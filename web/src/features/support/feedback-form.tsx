import {
  type FeedbackTopic,
  feedbackLength,
  feedbackReasons,
  feedbackTopics,
  tidyFeedback,
} from '@croupier/contract/support'
import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { focusFirstWrong, useAttempt } from '../../forms/use-attempt.ts'
import { useShell } from '../../shell.ts'
import { Button } from '../../ui/button.tsx'
import { Field, useControl } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'

type Wrong = Partial<Record<'topic' | 'text' | 'contact', string>>

/** Where the count of what is left begins to be of use. */
const nearEnd = 500

export function FeedbackForm() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo !== null) return <Sent to={sentTo} onAgain={() => setSentTo(null)} />
  return <Writing onSent={setSentTo} />
}

function Writing({ onSent }: { onSent: (to: string) => void }) {
  const t = useTranslations('support.form')
  const own = useShell().account?.contacts.email?.value ?? null
  const form = useRef<HTMLFormElement>(null)
  const [topic, setTopic] = useState<FeedbackTopic>()
  const [text, setText] = useState('')
  const [contact, setContact] = useState('')
  const [wrong, setWrong] = useState<Wrong>({})
  const { isBusy, problem, attempt } = useAttempt()
  const left = feedbackLength.max - tidyFeedback(text).length
  const wordsOf = (field: keyof Wrong) => wrong[field] && t(`errors.${field}_${wrong[field]}`, feedbackLength)
  // The field that was just marked is there only after the next paint.
  useEffect(() => {
    if (Object.keys(wrong).length > 0) focusFirstWrong(form.current)
  }, [wrong])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = feedbackReasons({ topic: topic ?? '', text, contact }, own !== null)
    if (!topic || Object.keys(found).length > 0) return setWrong(found)
    const isSent = await attempt(
      async () => void (await call('Support.sendFeedback', { topic, text, ...(own === null && { contact }) })),
      (failure) => {
        if (failure.kind !== 'fields') return false
        setWrong(failure.fields)
        return true
      },
    )
    if (isSent) onSent(own ?? contact.trim())
  }
  return (
    <form ref={form} className="support-form" onSubmit={submit} noValidate>
      <Field label={t('topic')} error={wordsOf('topic')}>
        <Select
          options={feedbackTopics.map((value) => ({ value, title: t(`topics.${value}`) }))}
          placeholder={t('chooseTopic')}
          value={topic}
          onChange={(next) => {
            setTopic(next)
            setWrong(({ topic: _, ...rest }) => rest)
          }}
        />
      </Field>
      <Field
        label={t('text')}
        aside={left < nearEnd && left >= 0 && t('left', { count: left })}
        hint={t('textHint')}
        error={wordsOf('text')}
      >
        <LongText value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      {own === null ? (
        <Field label={t('contact')} hint={t('contactHint')} error={wordsOf('contact')}>
          <Input
            type="email"
            name="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            value={contact}
            onChange={({ target }) => setContact(target.value)}
          />
        </Field>
      ) : (
        <p className="muted">{t('answerTo', { address: own })}</p>
      )}
      {problem && <Notice kind="error">{problem}</Notice>}
      <div className="form-end">
        <Button type="submit" kind="primary" size="l" icon="mail" busy={isBusy}>
          {t('send')}
        </Button>
      </div>
    </form>
  )
}

const LongText = (props: ComponentProps<'textarea'>) => (
  <textarea {...useControl()} {...props} className="input support-text" rows={6} dir="auto" />
)

function Sent({ to, onAgain }: { to: string; onAgain: () => void }) {
  const t = useTranslations('support.form')
  const { account } = useShell()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const isCopy = account?.contacts.email?.confirmed === true
  return (
    <div className="support-sent" role="status">
      <Icon name="circle-check" size={28} />
      <h3 ref={title} tabIndex={-1}>
        {t('sentTitle')}
      </h3>
      <p className="muted">{isCopy ? t('sentText', { address: to }) : t('receiptText', { address: to })}</p>
      <Button onClick={onAgain}>{t('again')}</Button>
    </div>
  )
}
