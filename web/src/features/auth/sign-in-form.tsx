import { FormPage } from './form-page.tsx'

export const handle = { title: 'popups.auth.authorization.title', isIndexed: false }

export default function SignInForm() {
  return <FormPage view="authorization" />
}
