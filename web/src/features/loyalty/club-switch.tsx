import type { LoyaltyInfo } from '@croupier/contract/methods/loyalty'
import { paths } from '@croupier/contract/paths'
import { useId, useOptimistic, useTransition } from 'react'
import { Link, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { readFailure } from '../../forms/failure.ts'
import { useProblemText } from '../../forms/use-attempt.ts'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/check.tsx'
import { toast } from '../../ui/toast-store.ts'
import { currentLevel } from './club-rules.ts'

type Props = { info: Pick<LoyaltyInfo, 'is_active' | 'points' | 'levels'> }

/** All of the club on or off with one press. What is there stays. */
export function ClubSwitch({ info }: Props) {
  const t = useTranslations('loyalty.switch')
  const id = useId()
  const problemText = useProblemText()
  const { revalidate } = useRevalidator()
  const [isOn, setOn] = useOptimistic(info.is_active)
  const [, startTransition] = useTransition()
  const change = (wanted: boolean) =>
    startTransition(async () => {
      setOn(wanted)
      try {
        await call('loyalty.setActive', { is_active: wanted ? '1' : '0' })
        toast({ id: 'club-switch', kind: 'success', title: wanted ? t('savedOn') : t('savedOff') })
        await revalidate()
      } catch (error) {
        toast({ id: 'club-switch', kind: 'error', title: problemText(readFailure(error)) })
      }
    })
  const stays = { points: info.points, level: currentLevel(info)?.id ?? 1 }
  return (
    <Card className="club-switch" role="region" aria-labelledby={id}>
      <Switch checked={isOn} onChange={({ target }) => change(target.checked)}>
        <b className="h3" id={id}>
          {t('title')}
        </b>
      </Switch>
      <p className="muted">{isOn ? t('onText') : t('offText', stays)}</p>
      {!isOn && (
        <p>
          <Link className="link" to={paths.tournaments()}>
            {t('cups')}
          </Link>
        </p>
      )}
    </Card>
  )
}
