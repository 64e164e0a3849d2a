import type { Call } from '@croupier/contract/contract'
import type { FreeSpinPack } from '@croupier/contract/methods/freespins'
import { paths } from '@croupier/contract/paths'
import { useTranslations } from 'use-intl'
import { isGain, useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Section } from '../../ui/section.tsx'

const mostPacks = 99

export async function askPacks(call: Call): Promise<FreeSpinPack[]> {
  return (await call('freespins.get', { status: 'active', count: mostPacks })).items
}

/** Spins that the house stakes: which game, how many are left, what each is worth, what winnings become, and until when. */
export function FreeSpinPacks({ packs }: { packs: readonly FreeSpinPack[] }) {
  const t = useTranslations('freespins')
  if (packs.length === 0) return null
  return (
    <Section title={t('title')}>
      <ul className="packs">
        {packs.map((pack) => (
          <li key={pack.id}>
            <Pack pack={pack} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Pack({ pack }: { pack: FreeSpinPack }) {
  const t = useTranslations('freespins')
  const format = useFormat()
  const { game, remaining_count: left, total_count: total, stake, won, expires_at: ends } = pack
  return (
    <Card className="pack">
      <Picture src={game.image_url} alt="" width={144} height={96} quality={84} />
      <div className="pack-text">
        <h3>{game.name}</h3>
        <p>{t('left', { count: left, total })}</p>
        <Progress thin tone="brass" value={left / total} label={t('leftLabel')} />
        <p className="muted">
          {t('worth', { stake: format.money(stake) })}{' '}
          {isGain(won.amount) && <>{t('won', { won: format.money(won) })} </>}
          <Becomes pack={pack} />
        </p>
        <div className="pack-foot">
          <p className="muted">{t.rich('until', { date: () => <LocalTime at={ends} withTime /> })}</p>
          <ButtonLink to={paths.game(game.sysname, 'real')} icon="play">
            {t('play')}
          </ButtonLink>
        </div>
      </div>
    </Card>
  )
}

/** Own money at once, or a bonus that has to be wagered. */
function Becomes({ pack: { winnings, max_win: most, wagering } }: { pack: FreeSpinPack }) {
  const t = useTranslations('freespins')
  const format = useFormat()
  if (winnings === 'main') return t('terms')
  const times = wagering ?? '1'
  return most ? t('becomesUpTo', { most: format.money(most), times }) : t('becomes', { times })
}
