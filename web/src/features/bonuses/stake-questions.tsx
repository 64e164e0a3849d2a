import type { GameNote, PageNote } from '@croupier/contract/game-notes'
import type { WireBonus } from '@croupier/contract/methods/bonuses'
import { paths } from '@croupier/contract/paths'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { confirm, openPopup } from '../../dialogs/dialogs.ts'
import { DialogActions, useDialog } from '../../dialogs/parts.tsx'
import { useFormat } from '../../i18n/format.ts'
import { refreshOpenBonus } from '../../session/open-bonus.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { DialogFacts } from './bonus-dialogs.tsx'
import { percentOf } from './rules.ts'
import './bonuses.css'

type Refused = Extract<GameNote, { type: 'refused' }>
type AskedGame = { sysname: string; name: string; type: string }
type Asking = { uid: number | null; game: AskedGame; tell: (note: PageNote) => void }

/** What is asked when a stake with bonus money was refused: to play on with it, or a way out. Others are not for it. */
export function useStakeQuestions({ uid, game, tell }: Asking): (note: Refused) => void {
  const t = useTranslations('bonuses')
  const navigate = useNavigate()

  const askStart = async (id: number) => {
    const bonus = await refreshOpenBonus(id)
    if (!bonus) return toast({ kind: 'error', title: t('refusals.title'), text: t('playOn.failed') })
    const isSure = await confirm({
      title: t('playOn.title'),
      content: <PlayOn bonus={bonus} game={game} />,
      agree: t('playOn.agree'),
      reject: t('playOn.reject'),
      quiet: true,
    })
    if (!isSure) return
    try {
      await call('bonuses.activate', { bonus_id: bonus.id })
      tell({ type: 'again' })
    } catch {
      toast({ kind: 'error', title: t('refusals.title'), text: t('playOn.failed') })
    }
  }

  const offerWays = async (id: number, note: Refused) => {
    const bonus = await refreshOpenBonus(id)
    const isExcluded = note.reason === 'BONUS_GAME_EXCLUDED'
    // In a game that is closed to it a lower stake helps only where own money comes first.
    const lower = isExcluded && bonus?.mode !== 'non_sticky' ? undefined : note.lower
    openPopup({
      name: 'stake-question',
      size: 'small',
      title: isExcluded ? t('refused.gameTitle', { game: game.name }) : <MostTitle note={note} bonus={bonus} />,
      content: (
        <WaysOut
          note={{ ...note, lower }}
          onAbout={() => navigate(paths.profileBonuses())}
          onLower={() => lower && tell({ type: 'stake', stake: lower })}
          onGames={() => navigate(paths.gamehall())}
        />
      ),
    })
  }

  return (note) => {
    if (uid === null) return
    if (note.reason === 'BONUS_START') void askStart(uid)
    if (note.reason === 'BONUS_MAX_BET' || note.reason === 'BONUS_GAME_EXCLUDED') void offerWays(uid, note)
  }
}

/** Own money is used up, or less than the stake: from here bonus money pays. */
function PlayOn({ bonus, game }: { bonus: WireBonus; game: AskedGame }) {
  const t = useTranslations('bonuses')
  const format = useFormat()
  return (
    <div className="stack">
      <p>{t('playOn.text', { main: format.money(bonus.removal.keeps), amount: format.money(bonus.balance) })}</p>
      <DialogFacts
        facts={[
          { name: t('playOn.most'), value: bonus.max_bet ? format.money(bonus.max_bet) : t('playOn.noMost') },
          {
            name: t('playOn.counts', { game: game.name }),
            value: t('percent', { percent: percentOf(bonus.contributions, game) }),
          },
          { name: t('playOn.left'), value: format.money(bonus.wagering.left) },
        ]}
      />
    </div>
  )
}

function MostTitle({ note, bonus }: { note: Refused; bonus: WireBonus | null }) {
  const t = useTranslations('bonuses.refused')
  const format = useFormat()
  const most = note.most ?? bonus?.max_bet
  return most ? t('mostTitle', { amount: format.money(most) }) : t('lower')
}

type WaysProps = { note: Refused; onAbout: () => void; onLower: () => void; onGames: () => void }

/** The reason, and two ways out. */
function WaysOut({ note, onAbout, onLower, onGames }: WaysProps) {
  const t = useTranslations('bonuses.refused')
  const format = useFormat()
  const { close } = useDialog()
  const isExcluded = note.reason === 'BONUS_GAME_EXCLUDED'
  const then = (act: () => void) => () => {
    close()
    act()
  }
  return (
    <div className="stack">
      <p>
        {note.stake ? t('most', { stake: format.money(note.stake) }) : t('plain')}{' '}
        {isExcluded && note.lower && t('ownText')}
      </p>
      <DialogActions>
        <Button size="l" onClick={then(onAbout)}>
          {t('about')}
        </Button>
        {isExcluded && !note.lower ? (
          <Button size="l" kind="ivory" onClick={then(onGames)}>
            {t('games')}
          </Button>
        ) : (
          <Button size="l" kind="ivory" onClick={then(onLower)}>
            {note.lower ? t('lowerTo', { amount: format.money(note.lower) }) : t('lower')}
          </Button>
        )}
      </DialogActions>
    </div>
  )
}
