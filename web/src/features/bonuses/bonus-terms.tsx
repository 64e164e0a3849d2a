import type { GameType } from '@croupier/contract/games'
import type { WireBonus } from '@croupier/contract/methods/bonuses'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { countLines, outcomeOf, paysFirst } from './rules.ts'

/** The four rules that matter while it is played: who pays, how much, what comes of it, what ends it. */
export function BonusFacts({ bonus }: { bonus: WireBonus }) {
  const t = useTranslations('bonuses.facts')
  const format = useFormat()
  const first = paysFirst(bonus)
  const { title, text } = outcomeOf(bonus)
  const most = bonus.max_conversion ? format.money(bonus.max_conversion) : ''
  return (
    <dl className="bonus-facts">
      <Fact name={t('pays')} value={t(`${first}`)} text={t(`${first}Text`)} />
      <Fact
        name={t('most')}
        value={bonus.max_bet ? <span className="num">{format.money(bonus.max_bet)}</span> : t('noMost')}
        text={t('mostText')}
      />
      <Fact
        name={t('done')}
        value={t(`${title}`, { amount: most })}
        text={t(`${text}`, { amount: format.money(bonus.amount), most })}
      />
      {bonus.on_withdrawal === 'forfeit' ? (
        <Fact name={t('withdrawing')} value={t('endsIt')} text={t('endsItText')} />
      ) : (
        <Fact name={t('withdrawing')} value={t('keepsIt')} text={t('keepsItText')} />
      )}
    </dl>
  )
}

const Fact = ({ name, value, text }: { name: string; value: ReactNode; text: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <b>{value}</b>
      <small>{text}</small>
    </dd>
  </div>
)

const icons: Record<GameType, IconName> = { slot: 'cherry', fast: 'zap', casino: 'spade', live: 'radio' }

/** How much a stake counts where, and where bonus money may not be staked at all: two lists that mean different things. */
export function BonusCounts({ bonus }: { bonus: Pick<WireBonus, 'contributions' | 'excluded' | 'wagering'> }) {
  const t = useTranslations('bonuses.counts')
  return (
    <div className="bonus-counts">
      <b>{t('title')}</b>
      <ul>
        {countLines(bonus.contributions).map(({ word, name, percent }) => (
          <li key={word ?? name}>
            {word && <Icon name={icons[word]} />}
            {word ? t(`${word}`) : name} <b className="num">{t('part', { percent })}</b>
          </li>
        ))}
      </ul>
      <p className="muted">{bonus.wagering.counts === 'all' ? t('wholeStake') : t('bonusPart')}</p>
      <Excluded excluded={bonus.excluded} />
    </div>
  )
}

/** So many can be read without looking for one. */
const fewGames = 12

function Excluded({ excluded }: Pick<WireBonus, 'excluded'>) {
  const t = useTranslations('bonuses')
  const [wanted, setWanted] = useState('')
  if (excluded.length === 0) return <p className="muted">{t('excluded.none')}</p>
  const names = excluded.map(({ game, type, provider, name }) => {
    if (type) return t(`counts.${type}`)
    return provider ? t('excluded.studio', { name: name ?? provider }) : (name ?? game ?? '')
  })
  const shown = names.filter((name) => name.toLowerCase().includes(wanted.trim().toLowerCase()))
  return (
    <details className="bonus-excluded">
      <summary>
        <Icon name="ban" />
        {t('excluded.title')} <span className="dim num">{names.length}</span>
        <Icon name="chevron-down" className="bonus-turn" />
      </summary>
      {names.length > fewGames && (
        <input
          className="bonus-find"
          type="search"
          value={wanted}
          aria-label={t('excluded.find')}
          placeholder={t('excluded.find')}
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        />
      )}
      <ul>
        {shown.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </details>
  )
}
