import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useShell } from '../../shell.ts'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/check.tsx'
import { Section } from '../../ui/section.tsx'
import { changeConsent } from './change-consent.ts'
import { forgetSeon } from './seon.ts'

/** What was agreed to can be taken back as easily. */
export function Choices() {
  const t = useTranslations('support.consent')
  const { consent } = useShell()
  const [isOn, setOn] = useState(consent.tracking === true)
  const change = (tracking: boolean) => {
    changeConsent({ tracking })
    setOn(tracking)
    if (tracking) return
    forgetSeon()
    // What runs already ends with the page.
    location.reload()
  }
  return (
    <Section title={t('choices')}>
      <Card>
        <Switch checked={isOn} onChange={({ target }) => change(target.checked)}>
          {t('allow')}
        </Switch>
        <p className="dim">{t('text')}</p>
      </Card>
    </Section>
  )
}
