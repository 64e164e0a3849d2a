import { bootContext } from '../../boot.ts'
import type { Route } from './+types/sign-up-form'
import { FormPage } from './form-page.tsx'

export const handle = { title: 'popups.auth.registration.title', isIndexed: false }

export function loader({ context }: Route.LoaderArgs) {
  return { frameHosts: context.get(bootContext).config.site.frameHosts }
}

export default function SignUpForm({ loaderData: { frameHosts } }: Route.ComponentProps) {
  return <FormPage view="registration" frameHosts={frameHosts} />
}
