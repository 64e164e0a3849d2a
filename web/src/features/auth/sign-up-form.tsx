import { FormPage } from './form-page.tsx'

export const handle = { title: 'popups.auth.registration.title', isIndexed: false }

export default function SignUpForm() {
  return <FormPage view="registration" />
}
