import type { WirePopup } from '@croupier/contract/methods/popups'
import { fitsRoutes, isPopupPath } from '@croupier/contract/popups'
import { call } from '../../api.ts'
import { openPopup } from '../../dialogs/dialogs.ts'
import { keep, kept } from '../../session/browser-storage.ts'
import { CampaignPopup } from './campaign-popup.tsx'

/** One a visit, whatever it was. */
const visitNote = 'popup_visit'
/** The one that was closed last: the house may not have counted it yet. */
const closedNote = 'popup_closed'

type Report = 'popup_opened' | 'popup_closed' | 'banner_clicked'

/** The house counts; a report that fails is lost and nothing waits for it. */
const report = (event_name: Report, event_params: { popup: string; is_refused?: '1' }) =>
  call('events.handle', { event_name, event_params }).catch(() => undefined)

/** The pages of one browser ask one after the other: the second hears that the first has shown it. */
const inTurn = (work: () => Promise<boolean>): Promise<boolean> =>
  'locks' in navigator ? navigator.locks.request('campaign-popup', work) : work()

export function showPopup({ path, isQuiet }: { path: string; isQuiet: () => boolean }): Promise<boolean> {
  if (kept(visitNote, 'sessionStorage') || !isPopupPath(path)) return Promise.resolve(false)
  return inTurn(async () => {
    const popup = await call('popups.get', { path }).catch(() => null)
    if (!popup || kept(closedNote) === popup.id || !isQuiet() || !fitsRoutes(path, popup.routes)) return false
    keep(visitNote, '1', 'sessionStorage')
    open(popup)
    await report('popup_opened', { popup: popup.id })
    return true
  })
}

function open(popup: WirePopup) {
  let isRefused = false
  const dialog = openPopup({
    // Reported with its own name, which the house counts.
    name: null,
    size: 'small',
    preventClose: !popup.is_closable,
    content: (
      <CampaignPopup
        popup={popup}
        onRefuse={() => {
          isRefused = true
          dialog.close()
        }}
        onFollow={() => {
          void report('banner_clicked', { popup: popup.id })
          dialog.close()
        }}
      />
    ),
    onClosed: () => {
      keep(closedNote, popup.id)
      void report('popup_closed', { popup: popup.id, ...(isRefused && { is_refused: '1' }) }).then(() => {
        if (!isRefused) keep(closedNote, '')
      })
    },
  })
}
