import type { DepositAction } from '@croupier/contract/methods/cashier'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { payUrl } from './deposit-rules.ts'
import { submitForm } from './deposit-send.ts'
import type { Entry } from './outcome-data.ts'
import { QrCode, QrText } from './qr-code.tsx'

/** How an unpaid deposit goes on; nothing where only the provider can go on. */
export function OutcomeAction({ entry: { action } }: { entry: Entry }) {
  const t = useTranslations('cashier.outcome.action')
  // Its address is checked here, where it becomes a link.
  const url = action && payUrl(action.url, 'https://croupier.invalid')
  if (!action || !url) return null
  if (action.kind === 'qr') return <CodeToPay action={action} />
  if (action.kind === 'mobile')
    return (
      <>
        <QrCode text={absolute(action.url)} label={t('phoneCode')} />
        <p className="dim">{t('phone')}</p>
        <Leave url={action.url} text={t('here')} isNew />
      </>
    )
  if (action.kind === 'form')
    return (
      <Button kind="primary" size="l" onClick={() => submitForm(action.url, action.fields ?? {})}>
        {t('go')}
      </Button>
    )
  return (
    <Leave
      url={action.url}
      text={action.kind === 'new_window' ? t('window') : t('go')}
      isNew={action.kind === 'new_window'}
    />
  )
}

function CodeToPay({ action }: { action: DepositAction }) {
  const t = useTranslations('cashier.qr')
  const code = action.code ?? action.url
  return (
    <>
      <QrCode text={code} label={t('code')} />
      <QrText text={code} />
    </>
  )
}

function Leave({ url, text, isNew }: { url: string; text: string; isNew: boolean }) {
  return (
    <a className="btn btn-l btn-primary" href={url} {...(isNew && { target: '_blank', rel: 'noopener noreferrer' })}>
      {isNew && <Icon name="external-link" />}
      {text}
    </a>
  )
}

/** A phone has to know the house as well. On the server nothing is drawn yet. */
const absolute = (address: string) =>
  typeof window === 'undefined' ? address : new URL(address, window.location.href).href
