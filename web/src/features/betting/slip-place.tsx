import { localePath } from '@croupier/contract/locales'
import { toWire } from '@croupier/contract/money'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { forget, keep } from '../../session/browser-storage.ts'
import { useShell } from '../../shell.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { backUrlNote, openAuth } from '../auth/auth.tsx'
import type { SlipView } from './slip-view.ts'

/** The way to a bet. Bets are not taken yet: the button says so, and does nothing else. */
export function SlipPlace({ view }: { view: SlipView }) {
  const t = useTranslations('slip')
  const [isPressed, setPressed] = useState(false)
  const logIn = useLogIn()
  const text = usePlaceText(view)
  const { slip, asks, account } = view
  const accept = () => {
    const now = new Map(asks.map((line) => [line.pick.pick, line.now]))
    const picks = slip.picks.map((pick) => {
      const taken = now.get(pick.pick)
      return taken ? { ...pick, price: taken.price, version: taken.version } : pick
    })
    slip.edit({ picks })
  }
  return (
    <>
      {asks.length > 0 && (
        <Button size="l" full onClick={accept}>
          {t('moved.accept', { count: asks.length })}
        </Button>
      )}
      <p className="slip-opens">
        <Icon name="info" />
        {t('place.opens')}
      </p>
      {account ? (
        <Button kind="primary" size="xl" full onClick={() => setPressed(true)}>
          {text}
        </Button>
      ) : (
        <Button kind="primary" size="xl" full onClick={logIn}>
          {t('place.logIn')}
        </Button>
      )}
      <p className="sr" role="status">
        {isPressed && t('place.opens')}
      </p>
    </>
  )
}

function usePlaceText({ stake, currency, shape }: SlipView): string {
  const t = useTranslations('slip.place')
  const format = useFormat()
  if (stake.total === null) return t('noStake')
  return t('bets', { count: shape.combinations, amount: format.money(toWire(stake.total, currency)) })
}

/** Whichever way a guest comes in, this page is where the way leads back to. */
function useLogIn() {
  const { locale, defaultLocale } = useShell()
  const { pathname, search } = useLocation()
  return () => {
    keep(backUrlNote, localePath(locale, defaultLocale, pathname + search), 'sessionStorage')
    openAuth('authorization', {
      onClosed: (hasEntered) => {
        if (!hasEntered) forget(backUrlNote, 'sessionStorage')
      },
    })
  }
}
