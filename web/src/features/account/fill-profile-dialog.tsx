import type { SiteConfig } from '@croupier/contract/content'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { DialogActions, DialogBody, DialogTitle } from '../../dialogs/parts.tsx'
import { type PersonalData, PersonalForm } from '../../forms/personal-form.tsx'
import { useAttempt } from '../../forms/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorInPlace } from '../../ui/empty.tsx'
import { Spinner } from '../../ui/spinner.tsx'

type Props = { fields?: readonly string[]; onDone: () => void }

/** What a profile lacks, and nothing else. */
export default function FillProfileDialog({ fields, onDone }: Props) {
  const t = useTranslations('profile.dialogs.fillProfile')
  const c = useTranslations('common')
  const p = useTranslations('profile')
  const { data, problem, load } = usePersonalData()
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (data) body.current?.querySelector<HTMLElement>('input, .input[role=combobox]')?.focus()
  }, [data])
  const asked = fields ?? data?.profile.missing ?? []
  const shown = data?.definitions.filter(({ sysname, params }) => params.is_visible && asked.includes(sysname)) ?? []
  return (
    <DialogBody>
      <DialogTitle>{t('title')}</DialogTitle>
      {problem && (
        <ErrorInPlace title={t('failed')} text={problem} retry={{ text: p('settings.retry'), onClick: load }} />
      )}
      {!data && !problem && (
        <div className="dialog-wait">
          <Spinner label={c('loading')} />
        </div>
      )}
      {data && shown.length > 0 && (
        <div ref={body} className="stack">
          <p>{t('text')}</p>
          <PersonalForm
            {...data}
            isAsked={(name) => asked.includes(name)}
            isWhole
            agree={t('agree')}
            onSaved={onDone}
          />
        </div>
      )}
      {data && shown.length === 0 && (
        <>
          <p>{t('none')}</p>
          <DialogActions>
            <Button size="l" onClick={onDone}>
              {p('dialogs.done')}
            </Button>
          </DialogActions>
        </>
      )}
    </DialogBody>
  )
}

async function loadPersonalData(): Promise<PersonalData> {
  const profile = await call('account.getprofileinfo', {})
  const country = profile.country_code
  const [definitions, phones, { forms, site }] = await Promise.all([
    call('account.getPersonalDataFields', { country }),
    profile.mobile ? [] : call('account.getContactPhoneSettings', {}),
    readConfig(),
  ])
  const today = new Date().toISOString().slice(0, 10)
  const around = { today, ageLimit: site.ageLimit, postcodePattern: forms.postcodePattern }
  return { profile, definitions, phones, around, preventEmoji: forms.preventEmoji }
}

async function readConfig(): Promise<Pick<SiteConfig, 'forms' | 'site'>> {
  const answer = await fetch(`/nfx/cms-config/${document.documentElement.lang}`)
  if (!answer.ok) throw new Error(`content: status ${answer.status}`)
  return answer.json()
}

function usePersonalData() {
  const { problem, attempt } = useAttempt()
  const [data, setData] = useState<PersonalData>()
  const load = () => attempt(async () => setData(await loadPersonalData()))
  const first = useEffectEvent(load)
  useEffect(() => {
    first()
  }, [])
  return { data, problem, load }
}
