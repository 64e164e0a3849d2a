import { lazy, type ReactNode } from 'react'
import { openPopup } from '../../dialogs/dialogs.ts'
import type { Popup, Turn } from '../../dialogs/queue.ts'
import type { ContactType } from './contacts.ts'

export { CopyButton } from './copy-button.tsx'

/** Dialogs about one's own account. The code of each comes with its first opening. */
const ConfirmContact = lazy(() => import('./confirm-contact-dialog.tsx'))
const ChangeContact = lazy(() => import('./change-contact-dialog.tsx'))
const FillProfile = lazy(() => import('./fill-profile-dialog.tsx'))
const Password = lazy(() => import('./password-dialog.tsx'))
const ChangePassword = lazy(() => import('./change-password-dialog.tsx'))
const Fakename = lazy(() => import('./fakename-dialog.tsx'))
const TwoFactorOn = lazy(() => import('./two-factor-on-dialog.tsx'))
const TwoFactorOff = lazy(() => import('./two-factor-off-dialog.tsx'))
const RecoveryCodes = lazy(() => import('./recovery-codes-dialog.tsx'))

type Shown = Pick<Popup, 'name' | 'size' | 'preventClose'> & { queue?: Turn }

/** Opens a popup; at its end tells whether what it asked for was done. */
function ask(content: (done: () => void) => ReactNode, shown: Shown): Promise<boolean> {
  return new Promise((answer) => {
    let isDone = false
    const { close } = openPopup({
      ...shown,
      content: content(() => {
        isDone = true
        close()
      }),
      onClosed: () => answer(isDone),
    })
  })
}

type Confirming = {
  /** Its value, or its kind (`email`, `phone`) as `UserNeedConfirmContact` says it. Without it: what is not confirmed yet, the e-mail first. */
  contact?: string
  /** A code was sent before, as at registration; then none is sent at the opening. */
  isSent?: boolean
  /** Until another may be asked for. */
  resendSeconds?: number
  queue?: Turn
}

/** Asks for the code that was sent to a contact; sends one unless it is on its way. */
export const openConfirmContact = ({ queue, ...asked }: Confirming = {}) =>
  ask((done) => <ConfirmContact {...asked} onDone={done} />, { name: 'confirm-contact', queue })

/** The same for the e-mail address, unless another contact is named. */
export const openConfirmEmail = (asked: Confirming = {}) => openConfirmContact({ contact: 'email', ...asked })

/** Adds or replaces the e-mail address or the phone number. */
export const openChangeContact = (type: ContactType) =>
  ask((done) => <ChangeContact type={type} onDone={done} />, { name: 'change-contact' })

/** Asks for what a profile lacks. `fields`: as a refusal `UserNeedProfileData` names them. */
export const openFillProfile = ({ fields, queue }: { fields?: readonly string[]; queue?: Turn } = {}) =>
  ask((done) => <FillProfile fields={fields} onDone={done} />, { name: 'fill-profile', queue })

type Stepping = {
  /** What the password is needed for. */
  text: ReactNode
  /** Gets the password, or nothing where the account has none. What it throws is shown in the dialog. */
  act: (password: string) => Promise<void>
}

/** The password once more, before something that matters. */
export const openPassword = ({ text, act }: Stepping) =>
  ask((done) => <Password text={text} act={act} onDone={done} />, { name: 'password', size: 'small' })

export const openChangePassword = () => ask((done) => <ChangePassword onDone={done} />, { name: 'change-password' })

export const openFakename = () => ask((done) => <Fakename onDone={done} />, { name: 'nickname' })

/** Recovery codes are shown once, so nothing but the button closes them. */
const showRecoveryCodes = (codes: readonly string[]) =>
  ask((done) => <RecoveryCodes codes={codes} onDone={done} />, {
    name: 'recovery-codes',
    preventClose: true,
    queue: 'replace',
  })

export const openTwoFactorOn = () =>
  ask(
    (done) => (
      <TwoFactorOn
        onCodes={(codes) => {
          done()
          showRecoveryCodes(codes)
        }}
      />
    ),
    { name: 'two-factor-on' },
  )

export const openTwoFactorOff = () => ask((done) => <TwoFactorOff onDone={done} />, { name: 'two-factor-off' })
