import { paths } from '@croupier/contract/paths'
import { redirect } from 'react-router'

/** An old word for the deposit page. */
export const loader = () => redirect(paths.deposit())
