import type { FieldDefinition } from '@croupier/contract/fields/definition'
import { checkField, type Surroundings } from '@croupier/contract/fields/profile'
import type { PhoneOption, Profile } from '@croupier/contract/methods/account'
import { paths } from '@croupier/contract/paths'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { useDialog } from '../../dialogs/parts.tsx'
import { type Failure, readFailure } from '../../forms/failure.ts'
import { type FormValues, ProfileField } from '../../forms/profile-field.tsx'
import { useFailureText } from '../../forms/reasons.ts'
import { focusFirstWrong, useSend } from '../../forms/use-attempt.ts'
import { useCountryChoices } from '../../forms/use-country-choices.ts'
import { useLoaded } from '../../forms/use-loaded.ts'
import { keep } from '../../session/browser-storage.ts'
import { useShell } from '../../shell.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorInPlace } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useAuth } from './auth-view.ts'
import { completionPayload, missingDefinitions } from './completion.ts'
import { TermsField } from './consent-field.tsx'
import { currencyAfterCountry } from './currency-choice.ts'
import { CurrencyField } from './currency-field.tsx'
import { AuthTitle, FormSkeleton, Submit, useFirstField } from './parts.tsx'
import { guessCountry } from './registration-types.ts'
import { errorsOf, surroundingsOf } from './use-registration.ts'
import { postponedNote } from './where-next.ts'

/** An account that came from another service lacks some lines: only those are asked for. */
export function CompletionView() {
  const t = useTranslations('popups.auth')
  const { locale } = useShell()
  const [country, setCountry] = useState<string | null>(null)
  const profile = useLoaded(locale, async () => {
    const [known, phones] = await Promise.all([
      call('account.getprofileinfo', {}),
      call('account.getContactPhoneSettings', {}),
    ])
    return { known, phones }
  })
  const at = country ?? (profile.state === 'ready' ? homeOf(profile.value) : '')
  const fields = useLoaded(`${locale} ${at}`, () => call('account.getPersonalDataFields', { country: at }))
  const failed = [profile, fields].find((each) => each.state === 'failed')
  if (failed?.state === 'failed')
    return (
      <div className="auth-form">
        <AuthTitle isPage={false}>{t('socialRegistration.title')}</AuthTitle>
        <ErrorInPlace title={t('failed')} retry={{ text: t('retry'), onClick: failed.retry }} />
      </div>
    )
  if (profile.state !== 'ready' || fields.state !== 'ready') return <FormSkeleton lines={4} hasHead />
  return <Missing {...profile.value} country={at} definitions={fields.value} onCountry={setCountry} />
}

/** The country of the account, or the one its browser names. */
const homeOf = ({ known, phones }: { known: Profile; phones: readonly PhoneOption[] }) =>
  known.country_code ||
  guessCountry(
    navigator.languages,
    phones.map(({ country_code }) => country_code),
  )

type Props = {
  known: Profile
  phones: readonly PhoneOption[]
  country: string
  definitions: readonly FieldDefinition[]
  onCountry: (code: string) => void
}

function Missing({ known, phones, country, definitions, onCountry }: Props) {
  const t = useTranslations('popups.auth')
  const failureText = useFailureText()
  const { config, entered } = useAuth()
  const { close } = useDialog()
  const navigate = useNavigate()
  const isCashier = /^\/cashier(\/|$)/.test(useLocation().pathname)
  const element = useFirstField()
  const { isBusy, send } = useSend()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [round, setRound] = useState(0)
  const shown = missingDefinitions(definitions, known)
  const form = useForm<FormValues>({
    mode: config.auth.isEagerValidation ? 'onTouched' : 'onSubmit',
    shouldFocusError: false,
    defaultValues: {
      country_code: country,
      phone_country_code: known.phone_country_code || country,
      currency: known.currency,
      terms: '',
    },
    resolver: (values) => {
      const wrong = wrongOf(shown, values, surroundingsOf(config))
      if (config.auth.hasTerms && values.terms !== '1') wrong.set('terms', 'NOT_CHECKED')
      return wrong.size > 0 ? { values: {}, errors: errorsOf(wrong) } : { values, errors: {} }
    },
  })
  const { submitCount } = form.formState
  useEffect(() => {
    if (submitCount + round > 0) focusFirstWrong(element.current)
  }, [submitCount, round, element])

  const leaveCountry = useCountryChoices(form, definitions)
  const changeCountry = (next: string) => {
    leaveCountry()
    const choice = { currencies: config.site.currencies, selected: form.getValues('currency') ?? '' }
    form.setValue('currency', currencyAfterCountry(config.auth.currency, choice))
    onCountry(next)
  }

  const submit = form.handleSubmit((values) =>
    send(async () => {
      setFailure(null)
      try {
        await call('account.saveProfileInfo', completionPayload(values, shown))
        if (values.currency && values.currency !== known.currency)
          await call('account.setCurrency', { currency: values.currency })
        entered('completion')
      } catch (error) {
        refuse(error)
      }
    }),
  )

  function refuse(error: unknown) {
    const read = readFailure(error)
    if (read.kind !== 'fields') return setFailure(read)
    const names = [...shown.map(({ sysname }) => sysname), 'currency', 'terms']
    const known = Object.entries(read.fields).filter(([name]) => names.includes(name))
    for (const [name, reason] of known) form.setError(name, { type: 'server', message: reason })
    if (known.length === 0) setFailure({ kind: 'refused', type: '', reason: null })
    else setRound((count) => count + 1)
  }

  const postpone = () => {
    keep(postponedNote, '1', 'sessionStorage')
    close()
  }
  const leave = () => {
    close()
    navigate(paths.home())
  }
  return (
    <form ref={element} className="auth-form" onSubmit={submit} noValidate>
      <AuthTitle isPage={false}>{t('socialRegistration.title')}</AuthTitle>
      <p>{isCashier ? t('socialRegistration.cashier') : t('socialRegistration.text')}</p>
      <div className="auth-fields">
        {shown.map((definition) => (
          <div key={definition.sysname}>
            <ProfileField
              definition={definition}
              control={form.control}
              isRequired
              phones={phones}
              preventEmoji={config.forms.preventEmoji}
              onValue={definition.sysname === 'country_code' ? changeCountry : undefined}
            />
          </div>
        ))}
        <CurrencyField control={form.control} currencies={config.site.currencies} />
      </div>
      {config.auth.hasTerms && <TermsField control={form.control} />}
      {failure && failure.kind !== 'fields' && <Notice kind="error">{failureText(failure)}</Notice>}
      <Submit isBusy={isBusy}>{t('socialRegistration.submit')}</Submit>
      <Button size="l" full onClick={isCashier ? leave : postpone}>
        {isCashier ? t('socialRegistration.home') : t('socialRegistration.later')}
      </Button>
    </form>
  )
}

function wrongOf(shown: readonly FieldDefinition[], values: FormValues, around: Surroundings): Map<string, string> {
  const wrong = new Map<string, string>()
  for (const field of shown) {
    const reason = checkField(field, values, around, true)
    if (reason) wrong.set(field.sysname, reason)
  }
  return wrong
}
