import { isRequiredAtRegistration } from '@croupier/contract/fields/profile'
import type { PhoneOption } from '@croupier/contract/methods/account'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import type { Failure } from '../../forms/failure.ts'
import { ProfileField } from '../../forms/profile-field.tsx'
import { useFailureText } from '../../forms/reasons.ts'
import { focusFirstWrong, useSend } from '../../forms/use-attempt.ts'
import { useLoaded } from '../../forms/use-loaded.ts'
import { origin } from '../../session/tracking.ts'
import { useShell } from '../../shell.ts'
import { cx } from '../../ui/cx.ts'
import { ErrorInPlace } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useAuth } from './auth-view.ts'
import { CameFor } from './came-for.tsx'
import { MailingField, TermsField } from './consent-field.tsx'
import { CurrencyField } from './currency-field.tsx'
import { readEntry } from './entry.ts'
import { closeIfFatal, reportError } from './failed-call.ts'
import { FormSkeleton, Submit, useFirstField } from './parts.tsx'
import { PromoField } from './promo-field.tsx'
import { registrationPayload } from './registration-payload.ts'
import { SocialSection } from './social-section.tsx'
import { hasAgreed, wishesOf } from './social-wishes.ts'
import { useRegistration } from './use-registration.ts'

type Props = {
  type: 'fast' | 'form'
  country: string
  /** The form came with its view, not with another tab of it: its first field may take the focus. */
  takesFocus: boolean
}

/** Loads the fields of the country; the form itself stays while those of another country are on their way. */
export function RegistrationForm({ type, country, takesFocus }: Props) {
  const t = useTranslations('popups.auth')
  const { locale } = useShell()
  const [chosen, setChosen] = useState(country)
  const phones = useLoaded(locale, () => call('account.getContactPhoneSettings', {}))
  const fields = useLoaded(`${locale} ${chosen}`, () => call('account.getPersonalDataFields', { country: chosen }))
  const failed = [phones, fields].find((each) => each.state === 'failed')
  if (failed?.state === 'failed')
    return <ErrorInPlace title={t('failed')} retry={{ text: t('retry'), onClick: failed.retry }} />
  if (phones.state !== 'ready' || fields.state !== 'ready') return <FormSkeleton lines={4} />
  return (
    <Fields
      type={type}
      takesFocus={takesFocus}
      phones={phones.value}
      country={chosen}
      definitions={fields.value}
      isFresh={fields.isFresh}
      onCountry={setChosen}
    />
  )
}

type FieldsProps = Props & {
  phones: readonly PhoneOption[]
  definitions: Parameters<typeof useRegistration>[0]['definitions']
  /** False while these are still the fields of the country before. */
  isFresh: boolean
  onCountry: (code: string) => void
}

function Fields({ type, takesFocus, phones, country, definitions, isFresh, onCountry }: FieldsProps) {
  const t = useTranslations('popups.auth')
  const serverError = useTranslations('popups.registration')
  const failureText = useFailureText()
  const { locale } = useShell()
  const { config, go, entered, character } = useAuth()
  const { form, registration, shown, promoState, changeCountry } = useRegistration({ definitions, type, country })
  const { control, formState, handleSubmit, setError } = form
  const element = useFirstField(takesFocus)
  const { isBusy, send } = useSend()
  const [failure, setFailure] = useState<Failure | null>(null)
  const wrongRound = useRef(0)
  const [round, setRound] = useState(0)
  const { hasSwitch, isPromoShown } = promoRules(config.common.offers.showPromocodeSwitcher, form.watch('hasPromocode'))

  // After a submit that found something wrong, here or on the server, the first wrong field is shown.
  const { submitCount } = formState
  useEffect(() => {
    if (submitCount + round === wrongRound.current) return
    wrongRound.current = submitCount + round
    focusFirstWrong(element.current)
  }, [submitCount, round, element])

  const submit = handleSubmit((values) =>
    send(async () => {
      setFailure(null)
      const names = shown.map(({ sysname }) => sysname)
      try {
        const payload = {
          values,
          shown: names,
          type,
          locale,
          characterId: character,
          origin: origin(config.site.isSeonEnabled),
        }
        const is = await call('auth.register', registrationPayload(payload))
        entered('registration', is.is_payout_only)
      } catch (error) {
        closeIfFatal(error)
        reportError('registration_error', error)
        refuse(error, [...names, 'currency', 'terms', 'promo_code'])
      }
    }),
  )

  function refuse(error: unknown, names: readonly string[]) {
    const entry = readEntry(error)
    if (entry.kind === 'excluded') return go({ view: 'excluded', exclusion: entry.exclusion, attempt: null })
    const read = entry.kind === 'failure' ? entry.failure : null
    if (read?.kind !== 'fields') return setFailure(read ?? { kind: 'refused', type: '', reason: null })
    const known = Object.entries(read.fields).filter(([name]) => names.includes(name))
    for (const [name, reason] of known) setError(name, { type: 'server', message: reason })
    if (known.length === 0) setFailure({ kind: 'refused', type: '', reason: null })
    else setRound((count) => count + 1)
  }

  const text =
    failure &&
    failure.kind !== 'fields' &&
    (failure.kind === 'refused' ? serverError('wrongRegServerError') : failureText(failure))
  return (
    <form ref={element} className="auth-form" onSubmit={submit} noValidate>
      <div className={cx('auth-fields', !isFresh && 'auth-stale')} aria-busy={!isFresh || undefined}>
        {shown.map((definition) => (
          <RegistrationField
            key={definition.sysname}
            definition={definition}
            control={control}
            isRequired={isRequiredAtRegistration(definition, registration)}
            phones={phones}
            onCountry={(next) => {
              changeCountry(next)
              onCountry(next)
            }}
          />
        ))}
      </div>
      <CameFor control={control} />
      {isPromoShown && <PromoField control={control} state={promoState} hasSwitch={hasSwitch} />}
      <div className="auth-consents">
        {config.auth.hasTerms && <TermsField control={control} />}
        <MailingField control={control} />
      </div>
      {text && <Notice kind="error">{text}</Notice>}
      <Submit isBusy={isBusy}>{t('registration.submit')}</Submit>
      <SocialSection
        type="reg"
        wishes={() => wishesOf(form.getValues(), character)}
        hasAgreed={() => hasAgreed(config.auth.hasTerms, form)}
      />
    </form>
  )
}

type FieldProps = Pick<ComponentProps<typeof ProfileField>, 'definition' | 'control' | 'isRequired' | 'phones'> & {
  onCountry: (code: string) => void
}

/** One line of the form; the country has the currency beside it. */
function RegistrationField({ onCountry, ...field }: FieldProps) {
  const { config } = useAuth()
  const { sysname } = field.definition
  const { preventEmoji } = config.forms
  if (sysname !== 'country_code')
    return (
      <div className={narrow.includes(sysname) ? 'auth-half' : undefined}>
        <ProfileField {...field} preventEmoji={preventEmoji} />
      </div>
    )
  return (
    <div className="auth-pair">
      <ProfileField {...field} preventEmoji={preventEmoji} onValue={onCountry} />
      <CurrencyField control={field.control} currencies={config.site.currencies} />
    </div>
  )
}

/** Names and dates stand two in a row where there is room. */
const narrow = [
  'first_name',
  'last_name',
  'middle_name',
  'birth_date',
  'sex',
  'region',
  'home_town',
  'postcode',
  'document_type',
  'document_number',
]

/** Without its switch the field is there only for a code that came with the visitor. */
const promoRules = (hasSwitch: boolean, isOn: string | undefined) => ({
  hasSwitch,
  isPromoShown: hasSwitch || isOn === '1',
})
