import { data } from 'react-router'

/** No page has this address. */
export function loader() {
  throw data('Page not found', { status: 404, statusText: 'Page not found' })
}

export default function NotFound() {
  return null
}
