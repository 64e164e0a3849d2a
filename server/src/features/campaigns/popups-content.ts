import { type PopupRecord, popupRecord } from '@croupier/contract/content-records'
import type { WirePopup } from '@croupier/contract/methods/popups'
import type { Context } from '../../context.ts'

/** In the order of the editors. */
export async function readPopups({ content, locale }: Pick<Context, 'content' | 'locale'>): Promise<PopupRecord[]> {
  const records = await content.collection('popups', locale)
  return records
    .flatMap((record) => popupRecord.safeParse(record).data ?? [])
    .toSorted((one, other) => one.position - other.position || (one.sysname < other.sysname ? -1 : 1))
}

export const wirePopup = ({ sysname, campaign, routes, ...popup }: PopupRecord): WirePopup => ({
  id: sysname,
  campaign: campaign || null,
  title: popup.title,
  text: popup.text,
  image_360_520: popup.image_360_520,
  button: popup.button,
  is_closable: popup.is_closable,
  terms: popup.terms,
  routes,
})
