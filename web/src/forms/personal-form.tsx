import type { FieldDefinition } from '@croupier/contract/fields/definition'
import type { Surroundings } from '@croupier/contract/fields/profile'
import type { PhoneOption, Profile } from '@croupier/contract/methods/account'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { changesIn, valuesForCountry, valuesOf, wrongIn } from './personal-values.ts'
import { type FormValues, ProfileField } from './profile-field.tsx'
import { focusFirstWrong, useAttempt } from './use-attempt.ts'

/** What the fields of a profile are made of. */
export type PersonalData = {
  profile: Profile
  /** For the country of the profile. */
  definitions: readonly FieldDefinition[]
  around: Surroundings
  preventEmoji: readonly string[]
  phones?: readonly PhoneOption[]
}

type Props = PersonalData & {
  /** Which fields it asks for. */
  isAsked: (sysname: string) => boolean
  /** All of them must be filled in, not only those that were touched. */
  isWhole?: boolean
  agree: string
  onSaved: () => void
}

/** Personal data as content describes it for a country; saves only what was changed. */
export function PersonalForm(props: Props) {
  const { profile, around, preventEmoji, phones, isAsked, isWhole = false, agree, onSaved } = props
  const t = useTranslations('profile.settings')
  const f = useTranslations('fields')
  const { revalidate } = useRevalidator()
  const { isBusy, problem, setProblem, attempt } = useAttempt()
  const { definitions, isLoading, load } = useDefinitions(profile.country_code, props.definitions)
  const [isReplacing, setReplacing] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const before = valuesOf(profile)

  const shown = definitions.filter(({ sysname, params }) => params.is_visible && isAsked(sysname))
  const open = shown.filter(({ params }) => !params.is_locked).map(({ sysname }) => sysname)
  const changesOf = (values: FormValues) => changesIn(values, before, open)

  const form = useForm<FormValues>({
    values: before,
    resetOptions: { keepDirtyValues: true },
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: (values) => {
      const changes = changesOf(values)
      const isChecked = (name: string) => open.includes(name) && (isWhole || name in changes)
      return resolved(values, wrongIn(values, shown, around, isChecked))
    },
  })

  const focusWrong = () => requestAnimationFrame(() => focusFirstWrong(element.current))
  const changeCountry = async (country: string) => {
    try {
      const found = await load(country)
      if (!found) return
      for (const [name, value] of Object.entries(valuesForCountry(found)))
        form.setValue(name, value, { shouldDirty: true })
      form.clearErrors()
      setProblem(undefined)
    } catch {
      setProblem(t('fieldsFailed'))
    }
  }
  /** True when one of them has found its place. */
  const refuse = (fields: Readonly<Record<string, string>>) => {
    const known = Object.entries(fields).filter(([name]) => open.includes(name))
    for (const [name, reason] of known) form.setError(name, { type: 'server', message: reason })
    focusWrong()
    return known.length > 0
  }
  const save = (values: FormValues) => {
    const changes = changesOf(values)
    if (Object.keys(changes).length === 0) return isWhole ? onSaved() : setProblem(t('unchanged'))
    return attempt(
      async () => {
        await call('account.saveProfileInfo', changes)
        form.reset({ ...values, document_number: '' })
        setReplacing(false)
        revalidate()
        onSaved()
      },
      (failure) => failure.kind === 'fields' && refuse(failure.fields),
    )
  }
  const submit = form.handleSubmit(save, focusWrong)
  const keptNumber = isReplacing ? undefined : profile.document?.number
  const fieldOf = (definition: FieldDefinition) =>
    definition.sysname === 'document_number' && keptNumber ? (
      <KeptDocument
        key={definition.sysname}
        number={keptNumber}
        onReplace={definition.params.is_locked ? undefined : () => setReplacing(true)}
      />
    ) : (
      <ProfileField
        key={definition.sysname}
        definition={definition}
        control={form.control}
        phones={phones}
        preventEmoji={preventEmoji}
        onValue={definition.type === 'country_code' ? changeCountry : undefined}
      />
    )

  return (
    <form ref={element} className="stack" noValidate onSubmit={submit} aria-busy={isLoading || undefined}>
      <div className="form-grid">{shown.map(fieldOf)}</div>
      {open.length < shown.length && <p className="hint">{f('lockedNote')}</p>}
      {problem && <Problem text={problem} isQuiet={problem === t('unchanged')} />}
      <div className="form-end">
        <Button type="submit" kind="primary" size="l" busy={isBusy || isLoading}>
          {agree}
        </Button>
      </div>
    </form>
  )
}

/** What the form library wants to hear of the rules. */
function resolved(values: FormValues, wrong: Record<string, string>) {
  const names = Object.entries(wrong)
  if (names.length === 0) return { values, errors: {} }
  return { values: {}, errors: Object.fromEntries(names.map(([name, message]) => [name, { type: 'rule', message }])) }
}

/** Only its end can be seen; it is kept until another number is typed. */
function KeptDocument({ number, onReplace }: { number: string; onReplace?: () => void }) {
  const t = useTranslations('profile.settings')
  const f = useTranslations('fields')
  return (
    <Field
      label={f('labels.document_number')}
      aside={onReplace ? undefined : f('locked')}
      hint={onReplace && t('documentKept')}
    >
      <Input
        readOnly={Boolean(onReplace)}
        disabled={!onReplace}
        value={number}
        dir="ltr"
        end={
          onReplace && (
            <Button size="s" onClick={onReplace}>
              {t('change')}
            </Button>
          )
        }
      />
    </Field>
  )
}

const Problem = ({ text, isQuiet }: { text: string; isQuiet: boolean }) => (
  <div role="status">
    <Notice kind={isQuiet ? 'info' : 'error'}>{text}</Notice>
  </div>
)

/** The fields of the chosen country. An older answer never takes the place of a newer one: it is null. */
function useDefinitions(country: string, first: readonly FieldDefinition[]) {
  const [loaded, setLoaded] = useState<{ country: string; definitions: readonly FieldDefinition[] }>()
  const [isLoading, setLoading] = useState(false)
  const newest = useRef(country)
  async function load(next: string): Promise<readonly FieldDefinition[] | null> {
    newest.current = next
    setLoading(true)
    try {
      const definitions = await call('account.getPersonalDataFields', { country: next })
      if (newest.current !== next) return null
      setLoaded({ country: next, definitions })
      return definitions
    } finally {
      if (newest.current === next) setLoading(false)
    }
  }
  return { definitions: loaded && loaded.country !== country ? loaded.definitions : first, isLoading, load }
}
