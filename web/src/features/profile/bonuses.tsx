import { serverCall } from '../../api.ts'
import { askPacks, FreeSpinPacks } from '../freespins/freespins.tsx'
import type { Route } from './+types/bonuses'
import { ClosedSection } from './profile-section.tsx'

export const handle = { title: 'profile.bonuses.title', isIndexed: false }

export async function loader({ context }: Route.LoaderArgs) {
  return { packs: await askPacks(serverCall(context)) }
}

/** Free spins are here; bonuses that have to be played through are not built yet. */
export default function Bonuses({ loaderData: { packs } }: Route.ComponentProps) {
  return (
    <>
      <FreeSpinPacks packs={packs} />
      <ClosedSection name="bonuses" icon="gift" />
    </>
  )
}
