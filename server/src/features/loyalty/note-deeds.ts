import { relations } from '../account/account.ts'
import { addClubNotices } from './notice-store.ts'
import { lockMember } from './points.ts'
import { judgeStep } from './quest-rules.ts'
import { type PayQuestsContext, readQuestState } from './quests.ts'
import { readClubTerms } from './terms.ts'
import { clubFlags, readQuestTexts } from './texts.ts'

/** What a player does for its account, by the trail of the account and by the step that says that it is whole. */
const deeds = [
  { trigger: 'confirm', event: 'contactConfirmed', step: { kind: 'contact_confirmed' } },
  { trigger: 'profile', event: 'profileChanged', step: { kind: 'profile_filled' } },
] as const

/** Without points, once each: where a quest pays for it, that is what the player is told. */
export async function noteDeeds(ctx: PayQuestsContext, playerId: bigint): Promise<void> {
  if (!(await clubFlags(ctx)).isOn) return
  const late = await relations.lateEvents(ctx.sql, playerId)
  if (!deeds.some(({ event }) => late.has(event))) return
  const [known, texts] = await Promise.all([readQuestState(ctx.sql, playerId), readQuestTexts(ctx)])
  if (!known) return
  const facts = await known.factsIn({ period: 'once', fromMs: 0, endsMs: null }, [])
  const isPaid = (trigger: string) => known.quests.some(({ sysname }) => texts.get(sysname)?.trigger === trigger)
  const done = deeds.filter(
    ({ trigger, event, step }) => late.has(event) && !isPaid(trigger) && judgeStep(step, facts).isDone,
  )
  if (done.length === 0) return
  await ctx.begin(async (tx) => {
    const { isActive } = await lockMember(tx, playerId, await readClubTerms(tx))
    const about = { playerId, subject: '', state: 'noted', isCredit: false } as const
    if (isActive)
      await addClubNotices(
        tx,
        done.map(({ trigger }) => ({ ...about, key: trigger, trigger })),
      )
  })
}
