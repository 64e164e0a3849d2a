import type { Call } from '@croupier/contract/contract'
import type { FreeSpinPack } from '@croupier/contract/methods/freespins'
import { paths } from '@croupier/contract/paths'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Section } from '../../ui/section.tsx'

const mostPacks = 99

export async function askPacks(call: Call): Promise<FreeSpinPack[]> {
  return (await call('freespins.get', { status: 'active', count: mostPacks })).items
}

/** Spins that the house stakes: which game, how many are left, what each is worth, and until when. */
export function FreeSpinPacks({ packs }: { packs: readonly FreeSpinPack[] }) {
  const t = useTranslations('freespins')
  const format = useFormat()
  if (packs.length === 0) return null
  return (
    <Section title={t('title')}>
      <ul className="packs">
        {packs.map(({ id, game, remaining_count, total_count, stake, expires_at }) => (
          <li key={id}>
            <Card className="pack">
              <Picture src={game.image_url} alt="" width={144} height={96} quality={84} />
              <div className="pack-text">
                <h3>{game.name}</h3>
                <p>{t('left', { count: remaining_count, total: total_count })}</p>
                <Progress thin tone="brass" value={remaining_count / total_count} label={t('leftLabel')} />
                <p className="muted">
                  {t('worth', { stake: format.money(stake) })} {t('until', { date: format.date(new Date(expires_at)) })}
                </p>
                <p className="muted">{t('terms')}</p>
                <ButtonLink to={paths.game(game.sysname, 'real')}>{t('play')}</ButtonLink>
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </Section>
  )
}
