import { bootContext } from '../../boot.ts'
import type { Route } from './+types/sign-in-form'
import { FormPage } from './form-page.tsx'

export const handle = { title: 'popups.auth.authorization.title', isIndexed: false }

export function loader({ context }: Route.LoaderArgs) {
  return { frameHosts: context.get(bootContext).config.site.frameHosts }
}

export default function SignInForm({ loaderData: { frameHosts } }: Route.ComponentProps) {
  return <FormPage view="authorization" frameHosts={frameHosts} />
}
