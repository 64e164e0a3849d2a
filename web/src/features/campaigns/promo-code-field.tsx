import { type FormEvent, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { readFailure } from '../../forms/failure.ts'
import { useIntentKey } from '../../forms/intent-key.ts'
import { useProblemText } from '../../forms/use-attempt.ts'
import { usePromoCheck } from '../../forms/use-promo-check.ts'
import { forget, kept, notes } from '../../session/browser-storage.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { openGiven } from './open-given.tsx'
import { readPromoRefusal } from './promo-rules.ts'

type Props = {
  /** After a code was taken; the page itself is read anew either way. */
  onActivated?: (offerId: string) => void
}

const mostLetters = 64

/** A promo code: looked up while it is typed, redeemed when asked. What was refused stays as it was typed. */
export function PromoCodeField({ onActivated }: Props) {
  const t = useTranslations('offers.code')
  const common = useTranslations('common')
  const problemText = useProblemText()
  const { revalidate } = useRevalidator()
  const [code, setCode] = useState('')
  const [refused, setRefused] = useState<{ code: string; text: string } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const keyed = useIntentKey()
  const state = usePromoCheck(code, true)
  // A code that came with the address waits here for a press.
  useEffect(() => setCode(kept(notes.promoCode) ?? ''), [])

  const text = code.trim()
  const invalid = state.kind === 'invalid' ? common('promoCodeErrors.INVALID') : undefined
  const error = refused?.code === text ? refused.text : invalid

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    if (text === '') return setRefused({ code: '', text: t('empty') })
    setBusy(true)
    setRefused(null)
    try {
      // The same press again, after an answer that was lost, gives nothing twice.
      const { offer } = await keyed({ promo_code: text }, (key) =>
        call('campaigns.activateOffer', { promo_code: text, key }),
      )
      forget(notes.promoCode)
      setCode('')
      openGiven({ kind: 'given', code: text, offer })
      onActivated?.(offer.id)
      await revalidate()
    } catch (fault) {
      const word = readPromoRefusal(fault)
      setRefused({ code: text, text: word ? common(`promoCodeErrors.${word}`) : problemText(readFailure(fault)) })
      if (word === 'NEED_DEPOSIT') await revalidate()
    } finally {
      setBusy(false)
    }
  }

  return (
    <form id="promo-code" className="promo-code" onSubmit={submit} noValidate>
      <Field
        label={t('label')}
        hint={t('hint')}
        error={error}
        good={state.kind === 'good' && !error ? state.title : undefined}
      >
        <div className="promo-code-row">
          <Input
            name="promo_code"
            value={code}
            onChange={(event) => setCode(event.target.value)}
            placeholder={t('placeholder')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={mostLetters}
            state={state.kind === 'checking' ? 'checking' : state.kind === 'good' && !error ? 'good' : undefined}
          />
          <Button type="submit" size="xl" busy={isBusy}>
            {t('use')}
          </Button>
        </div>
      </Field>
    </form>
  )
}
