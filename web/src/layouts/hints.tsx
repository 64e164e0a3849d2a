import { paths } from '@croupier/contract/paths'
import { type ReactNode, use, useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { openConfirmEmail } from '../features/account/account.tsx'
import { hintWindows, isException } from '../hint-rules.ts'
import { NonceContext } from '../i18n/messages-context.ts'
import { keep, kept, notes } from '../session/browser-storage.ts'
import { useShell } from '../shell.ts'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import type { IconName } from '../ui/icon-names.ts'

type HintName = 'registration' | 'contacts'

/** What a new player may need to know, above the page, until it is put away. */
export function Hints() {
  const t = useTranslations('shell.hints')
  const { account, session, features } = useShell()
  const { pathname } = useLocation()
  const uid = account?.uid
  // A player who signs in without a full load comes past the script in the head.
  useEffect(() => {
    if (uid !== undefined) for (const name of putAway(uid)) hide(name)
  }, [uid])
  if (!session || uid === undefined) return null
  const { registration, contact, exceptions } = session.hints

  const sendCode = () => {
    keep(notes.confirmSent(uid), '1')
    hide('contacts')
    openConfirmEmail({ contact: contact ?? undefined })
  }
  return (
    <>
      {contact && !isException(pathname, exceptions) && (
        <Hint
          name="contacts"
          icon="mail"
          closeLabel={t('close')}
          onClose={() => keep(notes.contactsHint, String(Date.now()))}
          action={
            <button type="button" className="link" onClick={sendCode}>
              {t('sendCode')}
            </button>
          }
        >
          {t.rich('contacts', { contact: () => <bdi>{contact}</bdi> })}
        </Hint>
      )}
      {registration && features.responsibleGaming && pathname !== paths.responsibleGame() && (
        <Hint
          name="registration"
          icon="gauge"
          closeLabel={t('close')}
          onClose={() => keep(notes.registrationHint, String(uid))}
          action={
            <Link className="link" to={paths.responsibleGame()}>
              {t('setLimits')}
            </Link>
          }
        >
          {t('registration')}
        </Hint>
      )}
    </>
  )
}

type HintProps = {
  name: HintName
  icon: IconName
  action: ReactNode
  closeLabel: string
  onClose: () => void
  children: ReactNode
}

function Hint({ name, icon, action, closeLabel, onClose, children }: HintProps) {
  const close = () => {
    onClose()
    hide(name)
    // The button is gone; a visitor who uses the keyboard goes on at the page.
    document.getElementById('content')?.focus({ preventScroll: true })
  }
  return (
    <aside className={`notice notice-info frame-note hint-${name}`}>
      <Icon name={icon} />
      <div>
        {children} {action}
      </div>
      <IconButton icon="x" size="s" label={closeLabel} onClick={close} />
    </aside>
  )
}

function putAway(uid: number): HintName[] {
  const isQuiet = Date.now() - Number(kept(notes.contactsHint) ?? 0) < hintWindows.againMs
  return [
    ...(kept(notes.registrationHint) === String(uid) ? (['registration'] as const) : []),
    ...(kept(notes.confirmSent(uid)) || isQuiet ? (['contacts'] as const) : []),
  ]
}

function hide(name: HintName) {
  const { dataset } = document.documentElement
  const hidden = new Set((dataset[hiddenHints] ?? '').split(' ').filter(Boolean))
  dataset[hiddenHints] = [...hidden.add(name)].join(' ')
}

/** Hints that are put away, as words on the document; the style sheet hides them. */
const hiddenHints = 'hiddenHints'

const script = (uid: number) => `try{let s=localStorage,h=[];
if(s.getItem('${notes.registrationHint}')==='${uid}')h.push('registration');
if(s.getItem('${notes.confirmSent(uid)}')||Date.now()-Number(s.getItem('${notes.contactsHint}'))<${hintWindows.againMs})h.push('contacts');
if(h.length)document.documentElement.dataset.${hiddenHints}=h.join(' ')}catch{}`

/** Runs before the first paint: what was put away in this browser never shows up and pushes the page down. */
export function HintScript({ uid }: { uid: number }) {
  const nonce = use(NonceContext)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours and a number, covered by the page's content policy.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script(uid) }} />
}
