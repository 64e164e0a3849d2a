import type { RequisiteField } from '@croupier/contract/methods/cashier'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { shownMask } from './entry-rules.ts'
import { CardFrame } from './requisite-card-frame.tsx'
import type { Requisites } from './requisite-state.ts'

type Props = { field: RequisiteField; requisites: Requisites; frameUrl: string | null; disabled?: boolean }

/** A card is never typed into our page: the provider's frame asks for it here, or its own page does later. */
export function RequisiteCard({ field, requisites, frameUrl, disabled }: Props) {
  const t = useTranslations('cashier.requisites.card_token')
  const [isOpen, setOpen] = useState(field.is_required)
  const { sysname } = field
  const { mask } = requisites
  const token = requisites.value(sysname)
  const error = requisites.error(sysname)
  const changing = useRef<HTMLButtonElement>(null)
  // The frame that had the focus is gone with its answer.
  const [isRead, setRead] = useState(false)
  useEffect(() => {
    if (isRead && token) changing.current?.focus()
  }, [isRead, token])
  const read = (card: { token: string; mask: string }) => {
    requisites.setCard(sysname, card)
    setRead(true)
  }
  const change = () => {
    setRead(false)
    requisites.setCard(sysname, null)
    setOpen(true)
  }
  if (token)
    return (
      <Field label={t('label')} error={error}>
        <div className="input">
          <Icon name="credit-card" />
          <bdi className="input-value num" dir="ltr">
            {mask ? shownMask(mask) : '••••'}
          </bdi>
          <Button ref={changing} size="s" kind="ghost" onClick={change} disabled={disabled}>
            {t('change')}
          </Button>
        </div>
      </Field>
    )
  if (!frameUrl) return <p className="hint">{t('later')}</p>
  return (
    <div className="field">
      <span className="field-label">{t('label')}</span>
      {isOpen ? (
        <CardFrame url={frameUrl} onCard={read} />
      ) : (
        <div className="input">
          <Icon name="credit-card" />
          <span className="input-value dim">{t('there')}</span>
          <Button size="s" kind="ghost" onClick={() => setOpen(true)} disabled={disabled}>
            {t('here')}
          </Button>
        </div>
      )}
      {error && (
        <div className="hint hint-bad" role="alert">
          <Icon name="circle-alert" />
          {t('missing')}
        </div>
      )}
    </div>
  )
}
