import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { DialogTitle } from '../../dialogs/parts.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { clock } from '../../ui/use-seconds.ts'
import { useAuth } from './auth-view.ts'

/** The name of the popup, or of the page. */
export function AuthTitle({ isPage, children }: { isPage: boolean; children: ReactNode }) {
  return isPage ? <h1 className="dialog-title">{children}</h1> : <DialogTitle>{children}</DialogTitle>
}

/** The way back stands where other views have their title; the title still names the popup to those who hear it. */
export function BackHead({ isPage, title }: { isPage: boolean; title: string }) {
  return (
    <>
      <BackLink />
      <div className="sr">
        <AuthTitle isPage={isPage}>{title}</AuthTitle>
      </div>
    </>
  )
}

export function BackLink() {
  const t = useTranslations('popups.auth')
  const { go } = useAuth()
  return (
    <div>
      <Button className="auth-back" kind="ghost" icon="arrow-left" onClick={() => go({ view: 'authorization' })}>
        {t('back')}
      </Button>
    </div>
  )
}

/** Stays in reach of the thumb while a long form scrolls. */
export function Submit({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  return (
    <div className="auth-submit">
      <Button type="submit" kind="primary" size="xl" full busy={isBusy}>
        {children}
      </Button>
    </div>
  )
}

/** On a desk the first field takes the focus; on touch a keyboard that jumps up would cover the form. */
export function useFirstField(takesFocus = true) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!takesFocus || !matchMedia('(pointer: fine)').matches) return
    // A frame later: by then the dialog has noted where the focus came from, and can give it back.
    const frame = requestAnimationFrame(() => {
      // A visitor who was quicker and writes in a field already keeps it.
      if (form.current?.contains(document.activeElement)) return
      form.current?.querySelector<HTMLElement>('input:not([type=hidden], .sr), select, textarea')?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [takesFocus])
  return form
}

type ResendProps = { left: number; isBusy: boolean; onResend: () => void }

export function Resend({ left, isBusy, onResend }: ResendProps) {
  const t = useTranslations('popups.auth')
  return (
    <p className="auth-resend">
      {left > 0 ? (
        <span>{t('resendIn', { time: clock(left) })}</span>
      ) : (
        <button type="button" className="link" disabled={isBusy} onClick={onResend}>
          {t('resend')}
        </button>
      )}
    </p>
  )
}

/** About as high as the form that comes, so that little moves when it does. */
export function FormSkeleton({ lines, hasHead = false }: { lines: number; hasHead?: boolean }) {
  return (
    <div className="auth-form" aria-hidden="true">
      {hasHead && <Skeleton className="skeleton-title" />}
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <div key={line} className="field">
          <Skeleton className="skeleton-label" />
          <Skeleton shape="block" className="skeleton-field" />
        </div>
      ))}
      <Skeleton shape="block" className="skeleton-field" />
    </div>
  )
}

/** The way from one form to the other. */
export function SwitchLine({ to }: { to: 'authorization' | 'registration' }) {
  const t = useTranslations('popups.auth')
  const { go } = useAuth()
  return (
    <p className="auth-switch">
      {t(`${to}.switchText`)}{' '}
      <button type="button" className="link" onClick={() => go({ view: to })}>
        {t(`${to}.switch`)}
      </button>
    </p>
  )
}
