import { paths } from '@croupier/contract/paths'
import { redirect } from 'react-router'

/** The cashier opens with its deposit page. */
export const loader = () => redirect(paths.deposit())
