import { paths } from '@croupier/contract/paths'
import { redirect } from 'react-router'

/** A word without a page of its own: a player is led to the one in the profile. */
export const loader = () => redirect(paths.responsibleGame())
