import type { PopupRecord } from '@croupier/contract/content-records'
import { fitsRoutes, isPopupDue, isPopupPath } from '@croupier/contract/popups'
import { Refusal } from '@croupier/contract/refusals'
import type { Context, Db, Operation, SessionPlayer, Tx } from '../../context.ts'
import { lockPlayer } from '../account/account.ts'
import { gate, isLeftAlone } from '../limits/limits.ts'
import { handleEvent } from '../tracking/tracking.ts'
import { readPlayerFacts } from './facts.ts'
import { live } from './live.ts'
import { readPopups, wirePopup } from './popups-content.ts'
import { countPopup, dropHold, holdPopup, type PopupReport, readPopupSeen } from './popups-store.ts'
import { judgeOffer, type LiveOffer } from './rules.ts'

/** The one popup of this page for this player; another session gets none until it is shown. */
export const getPopup: Operation<'popups.get'> = async (ctx, { path, preview }) => {
  const popups = await readPopups(ctx)
  if (preview !== undefined) {
    const found = popups.find(({ preview_key }) => preview_key === preview)
    return found ? wirePopup(found) : null
  }
  const { player } = ctx
  if (!player || player.isPayoutOnly || !isPopupPath(path)) return null
  const fitting = popups.filter(({ is_draft, routes }) => !is_draft && fitsRoutes(path, routes))
  // Most visits end here, without a lock.
  if (!(await choose(ctx.sql, player.id, fitting))) return null
  return ctx.begin(async (tx) => {
    if (!(await isOfferOpen(ctx, tx, player))) return null
    const popup = await choose(tx, player.id, fitting)
    if (!popup) return null
    const { id: playerId, sessionId } = player
    return (await holdPopup(tx, { playerId, popup: popup.sysname, sessionId })) ? wirePopup(popup) : null
  })
}

/** Locks the player. */
async function isOfferOpen({ config }: Pick<Context, 'config'>, tx: Tx, { id: playerId }: SessionPlayer) {
  try {
    await gate(tx, { playerId, want: 'offer', jurisdiction: config.jurisdiction })
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

async function choose(db: Db, playerId: bigint, popups: readonly PopupRecord[]): Promise<PopupRecord | null> {
  if (popups.length === 0 || (await isLeftAlone(db, playerId))) return null
  const { today, seen } = await readPopupSeen(db, playerId)
  const due = popups.filter(({ sysname, frequency }) =>
    isPopupDue(
      frequency,
      seen.filter(({ popup }) => popup === sysname),
      today,
    ),
  )
  if (due.length === 0) return null
  const [{ facts, now }, running] = await Promise.all([readPlayerFacts(db, playerId), runningCampaigns(db)])
  const isFor = (popup: PopupRecord) =>
    (popup.campaign === '' || running(popup.campaign, now)) && judgeOffer(asOffer(popup), facts, noUse, now) === null
  return due.find(isFor) ?? null
}

/** A popup of a campaign ends with it, and begins no earlier. */
async function runningCampaigns(db: Db) {
  const campaigns = new Map((await live.campaigns.all(db)).map((campaign) => [campaign.sysname, campaign]))
  return (name: string, now: Date): boolean => {
    const campaign = campaigns.get(name)
    if (!campaign || campaign.stoppedAt) return false
    const { starts_at, ends_at } = campaign.terms
    return (!starts_at || new Date(starts_at) <= now) && (!ends_at || now < new Date(ends_at))
  }
}

/** Judged like an offer that gives nothing: the same conditions, the same clock. */
const asOffer = ({ sysname, campaign, conditions, startsAt, endsAt }: PopupRecord): LiveOffer => ({
  sysname,
  campaign,
  terms: { sysname, action: 'manual', params: {}, conditions, exclude_methods: [], frequency: 'once', rewards: [] },
  rewards: [],
  startsAt,
  endsAt,
  zone: 'UTC',
  version: '',
  publishedAt: new Date(0),
  isStopped: false,
})

const noUse = { uses: [], personPlaces: new Set<string>(), isSpent: false, hasCode: false }

const reports: Record<string, PopupReport> = {
  popup_opened: 'opened',
  popup_closed: 'closed',
  banner_clicked: 'clicked',
}

/** Reports of browsers; those about a popup of ours are counted for its player too. */
export const reportEvent: Operation<'events.handle'> = async (ctx, input) => {
  await handleEvent(ctx, input)
  const { popup, is_refused } = input.event_params
  const report = reports[input.event_name]
  const { player } = ctx
  if (!player || !report || typeof popup !== 'string') return null
  if (!(await readPopups(ctx)).some(({ sysname }) => sysname === popup)) return null
  const playerId = player.id
  await ctx.begin(async (tx) => {
    await lockPlayer(tx, playerId)
    await countPopup(tx, {
      playerId,
      popup,
      report: report === 'closed' && String(is_refused) === '1' ? 'refused' : report,
    })
    await dropHold(tx, playerId)
  })
  return null
}
