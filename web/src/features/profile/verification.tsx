import { serverCall } from '../../api.ts'
import { openVerification, VerificationPage } from '../verification/verification.tsx'
import type { Route } from './+types/verification'

export const handle = { title: 'verification.title', isIndexed: false }

export async function loader({ context }: Route.LoaderArgs) {
  return { info: await serverCall(context)('account.getVerification', {}) }
}

export default function Verification({ loaderData: { info } }: Route.ComponentProps) {
  return <VerificationPage info={info} onStart={() => openVerification()} />
}
