import { lazy } from 'react'
import { openPopup } from '../../dialogs/dialogs.ts'

const Preview = lazy(() => import('./popup-preview.tsx'))

/** Shows a campaign popup to its editor, by its key. Nothing is counted, nothing is granted, no button leads away. */
export const openCampaignPreview = (previewKey: string) =>
  openPopup({ name: null, size: 'small', content: <Preview previewKey={previewKey} /> })

/** Shows the campaign popup of this page, if there is one; true when it did. */
export const showCampaignPopup = async (page: { path: string; isQuiet: () => boolean }): Promise<boolean> =>
  (await import('./show-popup.tsx')).showPopup(page)
