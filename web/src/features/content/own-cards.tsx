import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { usePublicTopic, useTopic } from '../../session/stream-topics.ts'
import { OpenBetsCard } from '../betting/betting.ts'
import { BonusHomeCard } from '../bonuses/bonuses.tsx'
import { CupHomeCard, isAbout } from '../cups/cups.tsx'
import { type Pot, PotCard } from '../pots/pots.ts'
import { askOwn } from './own-data.ts'
import { openLooks } from './own-looks.ts'
import type { OwnKinds, OwnThings } from './own-things.ts'

type Props = { own: OwnThings; kinds: OwnKinds; pot: Pot | undefined }

/** What the player has going on, beside the last game: at most four cards, none of which asks for anything. */
export default function OwnCards({ own: loaded, kinds, pot }: Props) {
  const t = useTranslations('home')
  const { cup, bonus, bets } = useFreshOwn(loaded, kinds)
  return (
    <section className="own-cards" aria-label={t('own')}>
      {kinds.hasCups && cup && <CupHomeCard cup={cup} />}
      {bonus && <BonusHomeCard bonus={bonus} />}
      {bets.length > 0 && <OpenBetsCard bets={bets} />}
      {pot && <PotCard pot={pot} />}
    </section>
  )
}

/** As it came with the page, and from then on as the stream says. */
function useFreshOwn(loaded: OwnThings, kinds: OwnKinds): OwnThings {
  const [own, setOwn] = useState(loaded)
  const [looks] = useState(() => openLooks(setOwn))
  useEffect(() => looks.renew(loaded), [looks, loaded])
  useEffect(() => looks.close, [looks])
  const ask = async () => {
    let isWhole = true
    const fresh = await askOwn(call, kinds, () => {
      isWhole = false
    })
    return isWhole ? fresh : null
  }
  const look = () => looks.look(ask)
  // The line was broken: what it would have said is asked for.
  useTopic('hello', look)
  useTopic('bets', look)
  useTopic('bonuses', look)
  usePublicTopic('tournament', (news) => {
    if (kinds.hasCups && own.cup && isAbout(news, own.cup.id)) look()
  })
  return own
}
