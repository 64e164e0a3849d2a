import { paths } from '@croupier/contract/paths'
import { useTranslations } from 'use-intl'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { picksOfNo, type Remedy, remedyOf } from './no-rules.ts'
import { useNoWords } from './no-words.ts'
import type { BetTry } from './place-rules.ts'
import { placing } from './place-store.ts'
import type { SlipView } from './slip-view.ts'
import { useLogIn } from './use-log-in.ts'

const refusedOf = (tries: readonly BetTry[]) => tries.filter(({ state, isQuick }) => state === 'refused' && !isQuick)

/** What a refusal says of each pick: it stands where the pick is. */
export const noOfPick = (tries: readonly BetTry[], pick: string): BetTry | undefined =>
  refusedOf(tries).find((each) => picksOfNo(each).includes(pick))

/** What became of bets that were not taken, above the way to place them. */
export function SlipRefused({ view: { tries } }: { view: SlipView }) {
  const t = useTranslations('placing.no')
  const words = useNoWords()
  const refused = refusedOf(tries)
  const isLost = tries.some(({ state, isQuick }) => state === 'lost' && !isQuick)
  const [first] = refused
  if (isLost)
    return (
      <Notice kind="warning">
        <p>{t('lost')}</p>
        <div className="slip-two">
          <Button size="s" onClick={() => placing.again()}>
            {t('again')}
          </Button>
          <Button size="s" onClick={() => placing.dismiss(({ state }) => state === 'lost')}>
            {t('drop')}
          </Button>
        </div>
      </Notice>
    )
  if (!first) return null
  // Said once, however many bets it was said of.
  const whys = [...new Set(refused.map(words.why))]
  const money = [...new Set(refused.map(words.money))]
  return (
    <Notice kind="info">
      <p>
        <b>{t('title', { count: refused.length })}.</b> {whys.join(' ')} {money.join(' ')}
      </p>
      <RemedyLink remedy={first.no && remedyOf(first.no)} />
    </Notice>
  )
}

export function RemedyLink({ remedy }: { remedy: Remedy }) {
  const t = useTranslations('placing.no')
  const logIn = useLogIn()
  if (!remedy) return null
  if (remedy === 'signIn')
    return (
      <Button size="s" onClick={logIn}>
        {t('signIn')}
      </Button>
    )
  const ways = {
    deposit: { to: paths.deposit(), text: t('deposit') },
    limits: { to: paths.responsibleGame(), text: t('limits') },
    identity: { to: paths.verification(), text: t('identity') },
  }
  const { to, text } = ways[remedy]
  return (
    <ButtonLink size="s" to={to}>
      {text}
    </ButtonLink>
  )
}
