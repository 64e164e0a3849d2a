import { clientErrorParams, type PopupName, reportedPath } from '@croupier/contract/client-reports'
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

/** Popups by the name of each; those of campaigns have none here and are reported where they are shown. */
let openPopups: ReadonlyMap<number, PopupName> = new Map()
function watchPopups(): void {
  const before = openPopups
  openPopups = new Map(
    queue
      .shown()
      .flatMap(({ id, look, open }) => (open && look.kind === 'popup' && look.name ? [[id, look.name] as const] : [])),
  )
  for (const [id, dialog] of openPopups) if (!before.has(id)) report('popup_opened', { dialog })
  for (const [id, dialog] of before) if (!openPopups.has(id)) report('popup_closed', { dialog })
}

/** Loaded once, some seconds after the page stands. */
addEventListener('error', ({ error, message }) => reportFault(error ?? message))
addEventListener('unhandledrejection', ({ reason }) => reportFault(reason))
addEventListener('click', ({ target }) => {
  const way = target instanceof Element ? target.closest('a, button') : null
  const banner = way?.closest<HTMLElement>('[data-banner]')?.dataset.banner
  if (banner) report('banner_clicked', { banner })
})
queue.subscribe(watchPopups)
watchPopups()
