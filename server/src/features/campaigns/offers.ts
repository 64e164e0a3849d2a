import type { OfferReward } from '@croupier/contract/promotion-terms'
import type { Db } from '../../context.ts'
import { live } from './live.ts'
import { offerKinds, readLiveHeads, readLiveMark } from './live-store.ts'
import type { LiveOffer, LiveReward } from './rules.ts'

/** By what they are made of, so the same for every database. */
const remembered = new Map<string, readonly LiveOffer[]>()
const most = 16

/**
 * Every offer of the published campaigns with the rewards as they are published now, for who has read the mark. What is
 * published meanwhile is in the next answer.
 */
export async function offersOf(db: Db, mark: string): Promise<readonly LiveOffer[]> {
  const known = remembered.get(mark)
  if (known) return known
  const offers = await makeOffers(db)
  // What was published while they were read is not remembered under the mark of before.
  if ((await readLiveMark(db)).live === mark) {
    if (remembered.size >= most) remembered.clear()
    remembered.set(mark, offers)
  }
  return offers
}

async function makeOffers(db: Db): Promise<LiveOffer[]> {
  const heads = await readLiveHeads(db, offerKinds)
  const [campaigns, bonuses, spins, bets] = await Promise.all([
    live.campaigns.ofHeads(db, heads),
    live['bonus-templates'].ofHeads(db, heads),
    live['spin-templates'].ofHeads(db, heads),
    live['betting-templates'].ofHeads(db, heads),
  ])
  const bonusBy = new Map(bonuses.map((row) => [row.sysname, row]))
  const spinsBy = new Map(spins.map((row) => [row.sysname, row]))
  const betsBy = new Map(bets.map((row) => [row.sysname, row]))
  const open = (reward: OfferReward): LiveReward | null => {
    if ('points' in reward) {
      const body = { points: reward.points }
      return { kind: 'points', template: '', version: '', body, terms: body }
    }
    const bonus = 'bonus' in reward ? bonusBy.get(reward.bonus) : undefined
    if (bonus && !bonus.stoppedAt) {
      const { sysname: template, hash: version, body, terms } = bonus
      return { kind: 'bonus', template, version, body, terms }
    }
    const bet = 'betting_bonus' in reward ? betsBy.get(reward.betting_bonus) : undefined
    if (bet && !bet.stoppedAt) {
      const { sysname: template, hash: version, body, terms } = bet
      return { kind: 'betting_bonus', template, version, body, terms }
    }
    const pack = 'freespins' in reward ? spinsBy.get(reward.freespins) : undefined
    if (!pack || pack.stoppedAt) return null
    const { sysname: template, hash: version, body, terms } = pack
    if (terms.winnings === 'main') return { kind: 'freespins', template, version, body, terms }
    const won = bonusBy.get(terms.template ?? '')
    if (!won || won.stoppedAt) return null
    const becomes = { template: won.sysname, version: won.hash, body: won.body, terms: won.terms }
    return { kind: 'freespins', template, version, body, terms, becomes }
  }
  const date = (text: string | undefined) => (text === undefined ? null : new Date(text))
  return campaigns.flatMap(({ sysname: campaign, terms, hash, publishedAt, stoppedAt }) =>
    terms.offers.map((offer) => {
      const rewards = offer.rewards.map(open)
      return {
        sysname: offer.sysname,
        campaign,
        terms: offer,
        rewards: rewards.filter((reward) => reward !== null),
        startsAt: date(terms.starts_at),
        endsAt: date(terms.ends_at),
        zone: terms.zone,
        version: hash,
        publishedAt,
        isStopped: stoppedAt !== null || rewards.includes(null),
      }
    }),
  )
}

export const findOffer = async (db: Db, sysname: string): Promise<LiveOffer | null> =>
  (await offersOf(db, (await readLiveMark(db)).live)).find((offer) => offer.sysname === sysname) ?? null
