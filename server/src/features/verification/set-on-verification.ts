import { Refusal } from '@croupier/contract/refusals'
import type { Operation } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { lockPlayer, readStanding, setVerification } from '../account/account.ts'
import { readApplicant } from './store.ts'

/** Only before the provider has said anything: afterwards its word counts, and a late click must not hide it. */
export const setUserOnVerification: Operation<'account.setUserOnVerification'> = ({ begin, player }) =>
  begin(async (tx) => {
    await lockPlayer(tx, player.id)
    const applicant = await readApplicant(tx, player.id)
    if (!applicant) {
      throw new Refusal('InvalidParameter:APPLICANT_UNKNOWN', { message: 'Call sumsub.createApplicant first' })
    }
    const { isVerified } = await readStanding(tx, player.id)
    if (isVerified) throw new Refusal('InvalidParameter:ALREADY_VERIFIED', { message: 'This player is verified' })
    if (applicant.state !== 'created') return null
    await setVerification(tx, player.id, { isOnVerification: true, isVerified: false })
    await tellPlayer(tx, player.id, 'account')
    return null
  })
