import { gameModes } from '@croupier/contract/games'
import type { SubmitEvent } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { DayInput } from '../../forms/day-input.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { SegmentedLinks } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { dayOf, isFiltered, type RoundFilter, toHistory } from './round-rules.ts'

type Props = { filter: RoundFilter; games: readonly { sysname: string; name: string }[] }

const day = (form: FormData, name: string) => dayOf(String(form.get(name) ?? ''))

/** Which rounds are listed. Each choice is an address. */
export function RoundFilters({ filter, games }: Props) {
  const t = useTranslations('bets.history')
  const navigate = useNavigate()
  const show = (change: Partial<RoundFilter>) =>
    navigate(toHistory({ ...filter, ...change, page: 1 }), { preventScrollReset: true })
  const modes = gameModes.map((mode) => ({
    value: mode,
    title: t(`modes.${mode}`),
    to: toHistory({ ...filter, mode, page: 1 }),
    isCurrent: mode === filter.mode,
  }))
  const { game } = filter
  const isListed = !game || games.some(({ sysname }) => sysname === game)
  const options = [
    { value: '', title: t('allGames') },
    ...games.map(({ sysname, name }) => ({ value: sysname, title: name })),
    ...(isListed ? [] : [{ value: game, title: game }]),
  ]
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    show({ from: day(form, 'from'), to: day(form, 'to') })
  }
  return (
    <div className="bets-filter">
      <SegmentedLinks label={t('mode')} options={modes} />
      <form className="bets-filter-form" onSubmit={send}>
        {options.length > 1 && (
          <Field label={t('game')}>
            <Select options={options} value={game ?? ''} onChange={(next) => show({ game: next || undefined })} />
          </Field>
        )}
        <Field label={t('from')}>
          <DayInput key={filter.from} name="from" day={filter.from} />
        </Field>
        <Field label={t('to')}>
          <DayInput key={filter.to} name="to" day={filter.to} />
        </Field>
        <div className="bets-filter-acts">
          <Button type="submit" size="l">
            {t('apply')}
          </Button>
          {isFiltered(filter) && (
            <ButtonLink kind="ghost" size="l" to={toHistory({ mode: filter.mode, page: 1 })} preventScrollReset>
              {t('clear')}
            </ButtonLink>
          )}
        </div>
      </form>
      <p className="dim">{t('utc')}</p>
    </div>
  )
}
