import { paths } from '@croupier/contract/paths'
import { redirect } from 'react-router'

/** Bets open with their history. */
export const loader = () => redirect(paths.betHistory())
