import { lazy } from 'react'
import { openPopup } from '../../dialogs/dialogs.ts'

const Preview = lazy(() => import('./campaign-preview.tsx'))

/** Shows a campaign popup to its editor. Nothing is counted, nothing is granted. */
export const openCampaignPreview = (name: string) => openPopup({ content: <Preview name={name} /> })
