import type { WireStandingRow, WireTournament } from '@croupier/contract/methods/tournaments'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Pager } from '../../site/pager.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { Empty } from '../../ui/empty.tsx'
import { Section } from '../../ui/section.tsx'
import { hasScore, usePrizeText, useScoreText } from '../cups/cups.tsx'
import { boardLines, type CupStandings, placesPerPage, withWords } from './tournament-rules.ts'

type Props = { tournament: WireTournament; standings: CupStandings; page: number }

/** Places, and the own one with its neighbours. It moves under the reader only where a place has changed. */
export function Board({ tournament, standings, page }: Props) {
  const t = useTranslations('tournaments.board')
  const [query] = useSearchParams()
  const { status, score } = tournament
  const pages = Math.ceil(standings.total / placesPerPage)
  const isLive = status === 'active'
  const note = isLive ? t('live') : status === 'finished' ? t('final') : ''
  if (standings.total === 0)
    return (
      <Section title={t('title')}>
        <Card>
          <Empty icon="trophy" title={t('none')} text={t('noneText')} />
        </Card>
      </Section>
    )
  return (
    <Section title={t('title')} tail={note && <span className="dim">{note}</span>}>
      <Card className="cup-board-card">
        <table className="cup-board">
          <caption className="sr">{t('title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('place')}</th>
              <th scope="col">{t('player')}</th>
              <th scope="col" className="end">
                {score.kind === 'multiplier_best' ? t('best') : t('score')}
              </th>
              <th scope="col" className="end">
                {t('prize')}
              </th>
            </tr>
          </thead>
          <tbody>
            {boardLines(standings).map((line) =>
              line.kind === 'gap' ? (
                <tr key="gap" className="cup-gap">
                  <td colSpan={4}>
                    <span aria-hidden="true">⋯</span>
                    <span className="sr">{t('apart')}</span>
                  </td>
                </tr>
              ) : (
                <BoardRow key={line.row.place} row={line.row} unit={score.unit} />
              ),
            )}
          </tbody>
        </table>
      </Card>
      <Pager at={page} count={pages} toPage={(next) => withWords(query, { board: next })} />
    </Section>
  )
}

function BoardRow({ row, unit }: { row: WireStandingRow; unit: WireTournament['score']['unit'] }) {
  const t = useTranslations('tournaments.board')
  const { number } = useFormat()
  const scoreText = useScoreText()
  const prizeText = usePrizeText()
  const { place, fakename, is_demo_player: isDemoPlayer, is_own: isOwn, prize } = row
  return (
    <tr className={cx(isOwn && 'is-own')}>
      <td className="num">
        <span className={cx('cup-medal', place <= 3 && hasScore(row.score) && `cup-medal-${place}`)}>
          {number(place)}
        </span>
      </td>
      <th scope="row">
        <bdi className={cx('cut', fakename === null && !isOwn && 'muted')}>
          {isOwn ? t('you') : (fakename ?? t('hidden'))}
        </bdi>
        {isDemoPlayer && <small className="muted"> {t('demo')}</small>}
      </th>
      <td className="num end">{scoreText(row.score, unit)}</td>
      <td className={cx('num end', prize && place <= 3 && 'cup-brass')}>
        {prize ? (
          prizeText(prize)
        ) : (
          <>
            <span aria-hidden="true">—</span>
            <span className="sr">{t('noPrize')}</span>
          </>
        )}
      </td>
    </tr>
  )
}
