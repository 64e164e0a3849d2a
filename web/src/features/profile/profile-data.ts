import type { Profile } from '@croupier/contract/methods/account'
import { useRouteLoaderData } from 'react-router'

/** What the frame of the profile has loaded for all of its pages. */
export type ProfileData = {
  profile: Profile
  /** Address of the dealer's picture, or empty. */
  portrait: string
  features: { twoFactor: boolean; verification: boolean }
  hasExports: boolean
}

const profileRoute = 'features/profile/profile'

export function useProfileData(): ProfileData {
  const loaded = useRouteLoaderData<ProfileData>(profileRoute)
  if (!loaded) throw new Error('the profile is missing: its loader did not run')
  return loaded
}
