import { clientErrorParams, reportedPath } from '@croupier/contract/client-reports'
import type { Params } from '@croupier/contract/contract'
import { call } from '../api.ts'
import { queue } from '../dialogs/dialogs.ts'

type Name = Params<'events.handle'>['event_name']

const mostAMinute = 40
const mostErrors = 5

let minute = 0
let sent = 0

/** Nothing waits for a report, and one that cannot be sent is lost. */
function report(event_name: Name, event_params: Record<string, string>): void {
  const now = Math.floor(Date.now() / 60_000)
  if (now !== minute) [minute, sent] = [now, 0]
  sent += 1
  if (sent <= mostAMinute && navigator.onLine)
    void call('events.handle', { event_name, event_params }).catch(() => undefined)
}

let lastPath = ''

export function reportPage(path: string): void {
  const told = reportedPath(path)
  if (path !== lastPath) report('page_view', { path: told })
  lastPath = path
}

const told = new Set<string>()

export function reportFault(problem: unknown): void {
  const params = clientErrorParams(problem, lastPath || location.pathname)
  if (told.has(params.message ?? '') || told.size >= mostErrors) return
  told.add(params.message ?? '')
  report('client_error', params)
}

/** The way in is a popup too; those of campaigns are reported by name where they are shown. */
let isAuthOpen = false
function watchPopups(): void {
  const isOpen = queue.shown().some(({ look, open }) => open && look.kind === 'popup' && look.size === 'auth')
  if (isOpen !== isAuthOpen) report(isOpen ? 'popup_opened' : 'popup_closed', { dialog: 'auth' })
  isAuthOpen = isOpen
}

/** Loaded once, some seconds after the page stands. */
addEventListener('error', ({ error, message }) => reportFault(error ?? message))
addEventListener('unhandledrejection', ({ reason }) => reportFault(reason))
addEventListener('click', ({ target }) => {
  const banner = target instanceof Element ? target.closest<HTMLElement>('[data-banner]')?.dataset.banner : undefined
  if (banner) report('banner_clicked', { banner })
})
queue.subscribe(watchPopups)
watchPopups()
