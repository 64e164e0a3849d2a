import type { WireBettingBonus } from '@croupier/contract/methods/bonuses'
import { paths } from '@croupier/contract/paths'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Tag } from '../../ui/tag.tsx'
import { BettingFacts, HowToUse } from './betting-terms.tsx'
import { useBettingChange } from './use-betting-change.tsx'

/** What it is, what a bet must be for it, until when, and what can be done. */
export function BettingBonusCard({ bonus, isReadOnly }: { bonus: WireBettingBonus; isReadOnly: boolean }) {
  const t = useTranslations('betting-bonuses')
  const format = useFormat()
  const { title, status, type, amount, balance, wagering } = bonus
  const isMoney = type === 'free_bet' || type === 'wagering'
  const shown = status === 'issued' ? amount : balance
  return (
    <Card className="bet-bonus">
      <header>
        <h3>
          {title} {status === 'used' && <Tag tone="info">{t('used')}</Tag>}
        </h3>
        {isMoney && <b className="num">{format.money(status === 'used' && type === 'free_bet' ? amount : shown)}</b>}
      </header>
      <p>
        <HowToUse bonus={bonus} />
      </p>
      {wagering && status !== 'issued' && (
        <div className="bet-bonus-wager">
          <Progress tone="brass" value={wagering.percent / 100} label={t('wageredLabel')} />
          <p className="muted num">
            {t('wagered', { done: format.money(wagering.done), required: format.money(wagering.required) })}
          </p>
        </div>
      )}
      <BettingFacts bonus={bonus} />
      {!isReadOnly && <Acts bonus={bonus} />}
    </Card>
  )
}

function Acts({ bonus }: { bonus: WireBettingBonus }) {
  const t = useTranslations('betting-bonuses')
  const { isBusy, activate, remove } = useBettingChange()
  return (
    <div className="bet-bonus-acts">
      {bonus.can_remove && (
        <Button kind={bonus.can_activate ? undefined : 'danger'} onClick={() => remove(bonus)} aria-haspopup="dialog">
          {bonus.can_activate ? t('decline') : t('remove')}
        </Button>
      )}
      {bonus.can_activate && (
        <Button kind="ivory" busy={isBusy} onClick={() => activate(bonus)} aria-haspopup="dialog">
          {t('activate')}
        </Button>
      )}
      {bonus.status === 'active' && <ButtonLink to={paths.betting()}>{t('bet')}</ButtonLink>}
    </div>
  )
}
