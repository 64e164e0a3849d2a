import { gameFrame } from '@croupier/contract/paths'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import type { RoundRecord } from '../fairness/fairness.tsx'
import { ProfileSection } from './profile-section.tsx'

/** The round once more, drawn by its own game from the record: nothing is staked, nothing is drawn anew. */
export function RoundReplay({ record: { round, game } }: { record: RoundRecord }) {
  const t = useTranslations('bets.round.replay')
  const locale = useLocale()
  const [shown, setShown] = useState(0)
  const query = new URLSearchParams({ round, locale })
  return (
    <ProfileSection
      title={t('title')}
      text={t('text')}
      tail={
        <Button size="s" icon={shown ? 'refresh-cw' : 'play'} onClick={() => setShown(shown + 1)}>
          {shown ? t('again') : t('show')}
        </Button>
      }
    >
      {shown > 0 && (
        <iframe
          key={shown}
          className="round-frame"
          title={t('frame', { name: game.name })}
          src={`${gameFrame(game, 'replay')}?${query}`}
          sandbox="allow-scripts"
        />
      )}
    </ProfileSection>
  )
}
