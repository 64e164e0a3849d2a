import type { Output } from '@croupier/contract/contract'
import { useOptimistic, useTransition } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { readFailure } from '../../forms/failure.ts'
import { useProblemText } from '../../forms/use-attempt.ts'
import { useFormat } from '../../i18n/format.ts'
import { Switch } from '../../ui/check.tsx'
import { toast } from '../../ui/toast-store.ts'
import { Item, ProfileSection } from './profile-section.tsx'

type Promotions = Output<'account.getPromotions'>

/** Everything that invites, off with one press; on again it comes back after a day. */
export function PromotionsSwitch({ promotions: { is_on, takes_effect_at } }: { promotions: Promotions }) {
  const t = useTranslations('profile.notification')
  const problemText = useProblemText()
  const format = useFormat()
  const { revalidate } = useRevalidator()
  const [isOn, setOn] = useOptimistic(is_on)
  const [, startTransition] = useTransition()
  const change = (wanted: boolean) =>
    startTransition(async () => {
      setOn(wanted)
      try {
        const { takes_effect_at: from } = await call('account.setPromotions', { is_on: wanted ? '1' : '0' })
        const title = !wanted ? t('promotionsSavedOff') : from ? t('promotionsSavedOn') : t('promotionsOn')
        toast({ id: 'promotions', kind: 'success', title })
        await revalidate()
      } catch (error) {
        toast({ id: 'promotions', kind: 'error', title: problemText(readFailure(error)) })
      }
    })
  const from = takes_effect_at ? t('promotionsFrom', { date: format.dateTime(new Date(takes_effect_at)) }) : null
  return (
    <ProfileSection title={t('promotions')} text={t('promotionsText')}>
      <ul className="items">
        <Item
          icon="gift"
          title={isOn ? (from ?? t('promotionsOn')) : t('promotionsOff')}
          action={
            <Switch checked={isOn} onChange={({ target }) => change(target.checked)}>
              <span className="sr">{t('promotions')}</span>
            </Switch>
          }
        />
      </ul>
    </ProfileSection>
  )
}
