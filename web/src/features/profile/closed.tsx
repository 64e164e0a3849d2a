import { type PageHandle, useRouteWord } from '../../site/page-handle.ts'
import { ClosedSection } from './profile-section.tsx'

export const handle = (name: string): PageHandle => ({ title: `profile.${name}.title`, isIndexed: false })

/** Pages of the profile that are not built yet; the id of the route says which. */
export default function Closed() {
  const name = useRouteWord()
  return <ClosedSection name={name} icon={name === 'loyalty' ? 'award' : 'undo-2'} />
}
