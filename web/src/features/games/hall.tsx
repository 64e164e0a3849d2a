import { hallFilter } from '@croupier/contract/halls'
import { paths } from '@croupier/contract/paths'
import { data } from 'react-router'
import { serverCall } from '../../api.ts'
import { bootContext } from '../../boot.ts'
import { leading } from '../../guard.ts'
import type { Route } from './+types/hall'
import { askStudios } from './hall-data.ts'

export const handle = { isIndexed: false }

/** Rooms by name are filters of the one hall: `/gamehall/slots` leads to its tab, `/gamehall/orbit` to its studio. */
const toFilter: Route.MiddlewareFunction = async ({ request, params, context }, next) => {
  const studios = await askStudios(serverCall(context))
  const filter = hallFilter(
    params.id,
    studios.map(({ sysname }) => sysname),
  )
  if (filter) throw leading(context.get(bootContext), request)(paths.gamehall(filter))
  return next()
}

export const middleware = [toFilter]

export function loader() {
  throw data(null, { status: 404 })
}

export default function Hall() {
  return null
}
