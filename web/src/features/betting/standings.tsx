import type { Output } from '@croupier/contract/contract'
import { useTranslations } from 'use-intl'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Crest } from './crest.tsx'
import { Star } from './star.tsx'

type Line = Output<'sports.getStandings'>['items'][number]

/** How the last matches ended, newest first. */
export function FormMarks({ form }: { form: Line['form'] }) {
  const t = useTranslations('betting.standings')
  return (
    <span className="form-marks">
      {form.map((each, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: results have no name but their place
        <abbr key={at} className={`form-${each}`} title={t(`forms.${each}`)}>
          {t(`marks.${each}`)}
        </abbr>
      ))}
    </span>
  )
}

type Props = { sport: string; lines: readonly Line[]; marked?: readonly number[] }

/** The table of a league from the results that are kept. */
export function Standings({ sport, lines, marked = [] }: Props) {
  const t = useTranslations('betting.standings')
  const number = (name: 'played' | 'won' | 'drawn' | 'lost', isWide = false): Column<Line> => {
    const place = isWide ? 'num only-wide-cell' : 'num'
    return {
      name,
      head: <abbr title={t(`columns.${name}`)}>{t(`short.${name}`)}</abbr>,
      headClass: place,
      cellClass: place,
      cell: (line) => line[name],
    }
  }
  const columns: Column<Line>[] = [
    { name: 'place', head: t('place'), cellClass: 'num', cell: (line) => line.place },
    {
      name: 'side',
      head: t('side'),
      isRowHead: true,
      cell: ({ competitor }) => (
        <span className={marked.includes(competitor.id) ? 'event-team standings-own' : 'event-team'}>
          <Star kind="competitor" id={competitor.id} name={competitor.name} />
          <Crest side={competitor} sport={sport} />
          <bdi className="cut">{competitor.name}</bdi>
        </span>
      ),
    },
    number('played'),
    number('won', true),
    number('drawn', true),
    number('lost', true),
    {
      name: 'balance',
      head: t('balance'),
      cellClass: 'num only-wide-cell',
      headClass: 'only-wide-cell',
      cell: (line) => `${line.for}–${line.against}`,
    },
    {
      name: 'form',
      head: t('form'),
      headClass: 'only-wide-cell',
      cellClass: 'only-wide-cell',
      cell: ({ form }) => <FormMarks form={form} />,
    },
    { name: 'points', head: t('points'), cellClass: 'num', headClass: 'num', cell: (line) => <b>{line.points}</b> },
  ]
  return (
    <div className="standings-scroll">
      <DataTable
        caption={t('title')}
        className="standings"
        columns={columns}
        rows={lines}
        keyOf={({ competitor }) => competitor.id}
      />
    </div>
  )
}
