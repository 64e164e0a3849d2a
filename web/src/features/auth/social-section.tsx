import { localePath } from '@croupier/contract/locales'
import { paths } from '@croupier/contract/paths'
import type { SocialEnd } from '@croupier/contract/social'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { kept } from '../../session/browser-storage.ts'
import { addressOrigin } from '../../session/tracking.ts'
import { useShell } from '../../shell.ts'
import { iconOf } from '../../site/menus.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { attemptByCookie, useAuth } from './auth-view.ts'
import { readExclusion, readSecondStep } from './entry.ts'
import { openSocial, socialAddress } from './social-window.ts'
import { keptWishes } from './social-wishes.ts'
import { backUrlNote, popupQuery, searchWithout, wantedPath } from './where-next.ts'

type Props = {
  type: 'reg' | 'auth'
  /** Terms, mailings, promo code and their like, for an account that does not exist yet. */
  wishes?: () => Record<string, string>
  /** False keeps the window closed: something has to be accepted first. */
  hasAgreed?: () => boolean
  /** Without the line above: the buttons are all there is. */
  isAlone?: boolean
}

/** Other services through which one can come in. */
export function SocialSection({ type, wishes, hasAgreed, isAlone }: Props) {
  const t = useTranslations('popups.auth')
  const { config, go, entered } = useAuth()
  const { locale, defaultLocale } = useShell()
  const { pathname, search, hash } = useLocation()
  const [opened, setOpened] = useState<string | null>(null)
  const [isRefused, setRefused] = useState(false)
  const stop = useRef<() => void>(null)
  useEffect(() => () => stop.current?.(), [])
  const { socialServices } = config.auth
  // In the frame of another site neither the window's word nor its session would reach this page.
  if (socialServices.length === 0 || window.self !== window.top) return null

  function end({ outcome, reason, isNew, data }: SocialEnd) {
    setOpened(null)
    if (outcome === 'signedIn' || outcome === 'incomplete') return entered(isNew ? 'registration' : 'login')
    if (outcome === 'twoFactor') return go({ view: 'twofa', attempt: attemptByCookie, step: readSecondStep(data) })
    const exclusion = outcome === 'excluded' ? readExclusion(reason, data) : null
    // A player with an account keeps the first step in a cookie, and may still ask for the balance.
    const mayAsk = data?.can_payout === true || reason === 'RETURN_NEEDED' || reason === 'RETURN_WAITS'
    if (exclusion) return go({ view: 'excluded', exclusion, attempt: mayAsk ? attemptByCookie : null })
    setRefused(reason !== 'CANCELLED')
  }

  function start(service: string) {
    setRefused(false)
    if (hasAgreed && !hasAgreed()) return
    stop.current?.()
    setOpened(service)
    const here = localePath(locale, defaultLocale, pathname) + searchWithout(search, popupQuery) + hash
    const wanted = wantedPath({ search, hash, backUrl: kept(backUrlNote, 'sessionStorage') })
    const address = socialAddress({
      service,
      type,
      redirectUrl: wanted ?? here,
      registerUrl: wanted ?? localePath(locale, defaultLocale, paths.deposit()),
      locale,
      wishes: { ...addressOrigin(config.site.isSeonEnabled), ...keptWishes(), ...wishes?.() },
    })
    stop.current = openSocial(address, { onEnd: end, onGone: () => setOpened(null) })
  }

  return (
    <div className="auth-social">
      {!isAlone && <p className="auth-or">{t('or')}</p>}
      <div className="auth-services">
        {socialServices.map(({ service, label, icon }) => (
          <Button
            key={service}
            kind="outline"
            size="l"
            busy={opened === service}
            aria-label={t('social', { service: label })}
            onClick={() => start(service)}
          >
            {opened !== service && <ServiceSign icon={icon} label={label} />}
            {label}
          </Button>
        ))}
      </div>
      <div role="status">{opened !== null && <p className="hint">{t('socialOpen')}</p>}</div>
      {isRefused && <Notice kind="error">{t('socialRefused')}</Notice>}
    </div>
  )
}

/** The marks of services come from content; without one the first letter stands for it. */
export function ServiceSign({ icon, label }: { icon: string; label: string }) {
  const name = iconOf(icon)
  if (name) return <Icon name={name} />
  // Drawn, not written: the button's name begins with its own words.
  return <span className="auth-letter" data-letter={label.slice(0, 1)} />
}
