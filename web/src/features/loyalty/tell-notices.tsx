import type { LoyaltyNotice } from '@croupier/contract/methods/loyalty'
import { call } from '../../api.ts'
import { queue } from '../../dialogs/dialogs.ts'
import { kept, notes } from '../../session/browser-storage.ts'
import { toast } from '../../ui/toast-store.ts'
import { playChime } from './chime.ts'
import { isHeard, mayNoticeOn, mostNotices, noticeGapMs, pageOfClubNotice } from './notice-rules.ts'
import './notices.css'

type Place = {
  /** Of now: it may change while a notice is on its way. */
  path: () => string
  lookText: string
  go: (to: string) => void
  toastSeconds: number
  volumePercent: number
}

const rest = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Nothing over a dialog, nor on a page that is left in peace, nor where it could not be seen: it waits. */
const isQuiet = ({ path }: Place) =>
  !document.hidden &&
  mayNoticeOn(path()) &&
  queue.shown().length === 0 &&
  document.querySelector('.system, iframe.game-frame') === null

/** The pages of one browser tell one after the other: the second hears what the first has told. */
const inTurn = (work: () => Promise<boolean>): Promise<boolean> =>
  'locks' in navigator ? navigator.locks.request('club-notices', work) : work()

/** Tells what the player was not told yet; false where something has to wait. Failures are silent. */
export const tellClubNotices = (place: Place): Promise<boolean> =>
  inTurn(async () => {
    if (!isQuiet(place)) return false
    const waiting = await call('loyalty.getnotifications', {}).catch(() => null)
    if (!waiting) return true
    for (const notice of waiting.slice(0, mostNotices)) {
      await rest(noticeGapMs)
      if (!isQuiet(place)) return false
      await show(notice, place)
    }
    return true
  })

/** One that was pushed away before it could be seen comes again. */
const mostWaitMs = 3_000

/** Done once the house knows that it was seen. */
function show(notice: LoyaltyNotice, place: Place): Promise<unknown> {
  const { id, type, title, message, image } = notice
  const seen = new Promise<void>((done) => {
    toast({
      id: `club-${id}`,
      kind: type === 'credit' ? 'success' : 'info',
      title,
      text: message,
      timeoutMs: place.toastSeconds * 1_000,
      ...(image && { component: () => <NoticeBody notice={notice} /> }),
      action: { text: place.lookText, onClick: () => place.go(pageOfClubNotice(notice)) },
      onOpened: () => {
        ring(notice, place)
        void call('loyalty.seeNotifications', { ids: id })
          .catch(() => undefined)
          .then(() => done())
      },
    })
  })
  return Promise.race([seen, rest(mostWaitMs)])
}

function ring(notice: LoyaltyNotice, { path, volumePercent }: Place) {
  const ears = {
    isTouched: navigator.userActivation?.hasBeenActive ?? false,
    isSoundOn: kept(notes.clubSound) === '1',
    isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
    path: path(),
  }
  if (volumePercent > 0 && isHeard(notice, ears)) playChime(volumePercent / 100)
}

const NoticeBody = ({ notice: { title, message, image } }: { notice: LoyaltyNotice }) => (
  <div className="club-notice">
    <img src={image} alt="" width={40} height={40} />
    <div>
      <b>{title}</b>
      <p>{message}</p>
    </div>
  </div>
)
