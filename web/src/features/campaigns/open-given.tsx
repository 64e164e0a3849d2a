import { lazy } from 'react'
import { openPopup } from '../../dialogs/dialogs.ts'
import type { GivenNews } from './promo-rules.ts'

const Given = lazy(() => import('./given-dialog.tsx'))

/** What was given, where it is and what comes next; or what is missing. It waits for its turn. */
export const openGiven = (news: GivenNews, onShown?: () => void) =>
  openPopup({
    name: 'gift',
    size: 'small',
    content: <Given news={news} onShown={onShown} />,
    queue: 'wait',
    isNews: true,
  })
