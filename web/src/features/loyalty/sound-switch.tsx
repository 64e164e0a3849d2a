import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { forget, keep, kept, notes } from '../../session/browser-storage.ts'
import { useShell } from '../../shell.ts'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/check.tsx'

/** Off until it is asked for, in this browser. */
export function SoundSwitch() {
  const t = useTranslations('loyalty.sound')
  const volume = useShell().session?.club.volumePercent ?? 0
  const [isOn, setOn] = useState(false)
  useEffect(() => setOn(kept(notes.clubSound) === '1'), [])
  if (volume === 0) return null
  const change = (wanted: boolean) => {
    setOn(wanted)
    if (wanted) keep(notes.clubSound, '1')
    else forget(notes.clubSound)
    if (wanted)
      void import('./chime.ts').then(
        ({ playChime }) => playChime(volume / 100),
        () => undefined,
      )
  }
  return (
    <Card className="club-switch">
      <Switch checked={isOn} onChange={({ target }) => change(target.checked)}>
        <b className="h3">{t('title')}</b>
      </Switch>
      <p className="muted">{t('text')}</p>
    </Card>
  )
}
