import type { GameNote } from '@croupier/contract/game-notes'
import { sportsGame } from '@croupier/contract/games'
import { paths } from '@croupier/contract/paths'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { data, redirect, useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { bootContext } from '../../boot.ts'
import { isGain } from '../../i18n/format.ts'
import { refreshActivity } from '../../session/activity.ts'
import { showGameBalance, useBalances } from '../../session/balance.ts'
import { refreshOpenBonus } from '../../session/open-bonus.ts'
import { useShell } from '../../shell.ts'
import { SystemPage } from '../../site/system-page.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { RailSection } from '../../ui/rail.tsx'
import { Tag } from '../../ui/tag.tsx'
import { openAuth } from '../auth/auth.tsx'
import { BonusStrip } from '../bonuses/bonuses.tsx'
import { GameCups } from '../cups/cups.tsx'
import { askPots, usePots } from '../pots/pots.ts'
import type { Route } from './+types/game'
import { explainDemo } from './demo-dialog.tsx'
import { GameAbout } from './game-about.tsx'
import { NeedsDeposit, NoDemo, Shut } from './game-closed.tsx'
import { askLikes } from './game-data.ts'
import { isDepositFirst } from './game-door.ts'
import { type FrameHandle, GameFrame } from './game-frame.tsx'
import { GameHead, type Mode } from './game-head.tsx'
import { GameOffline } from './game-offline.tsx'
import { GameSession } from './game-session.tsx'
import { count, type Tally } from './game-tally.ts'
import { GameTile } from './game-tile.tsx'
import { askGames, toTile } from './tile-game.ts'
import { useFullscreen } from './use-fullscreen.ts'
import { useGameBonus } from './use-game-bonus.ts'
import { useLikes } from './use-likes.ts'
import './game.css'

const mostAlike = 12

export async function loader({ params, context }: Route.LoaderArgs) {
  const call = serverCall(context)
  const { config, account } = context.get(bootContext)
  // A word that can be no name of a game is not worth a question.
  const isName = /^[a-z0-9][a-z0-9_-]{0,79}$/.test(params.sysname)
  const ids = isName ? [params.sysname] : []
  const { items } = await call('games.get', { options: JSON.stringify({ ids }) })
  const [found] = items
  if (!found) throw data('Page not found', { status: 404, statusText: 'Page not found' })
  if (found.sysname === sportsGame) throw redirect(paths.betting())
  const game = toTile(found)
  const [alike, likes, pots] = await Promise.all([
    askGames(call, { type: game.type, count: mostAlike + 1 }),
    askLikes(call, account !== null),
    game.jackpot ? askPots(call, game.jackpot) : [],
  ])
  return {
    game,
    volatility: found.volatility,
    runner: found.runner,
    version: found.version,
    alike: alike.games.filter(({ sysname, isOpen }) => isOpen && sysname !== game.sysname).slice(0, mostAlike),
    likes,
    pots,
    rules: config.games,
    seoTokens: { name: game.name, title: game.name },
  }
}

/** The address says it; without a word of it a player with money plays for it, and all others try. */
function modeOf(hash: string, hasMoney: boolean): Mode {
  if (hash === '#real' || hash === '#demo') return hash === '#real' ? 'real' : 'demo'
  return hasMoney ? 'real' : 'demo'
}

export default function GamePage({ loaderData }: Route.ComponentProps) {
  const { game } = loaderData
  // Another game is another page: nothing of the last one stays.
  return <OneGame key={game.sysname} {...loaderData} />
}

type Loaded = Awaited<ReturnType<typeof loader>>

function OneGame({ game, volatility, version, runner, alike, pots, rules }: Loaded) {
  const t = useTranslations('game')
  const { account, features } = useShell()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const frame = useRef<FrameHandle>(null)
  const fullscreen = useFullscreen()
  const balances = useBalances()
  const [pot = null] = usePots(pots)
  const [tally, setTally] = useState<Tally | null>(null)
  const [begun, setBegun] = useState<Mode | null>(null)
  const hasMoney = balances !== null && (isGain(balances.balance_main.amount) || isGain(balances.balance_bonus.amount))
  const isPlayer = account !== null
  const mode = useMode({ hasMoney, isPlayer, hasDemo: game.hasDemo })
  useEffect(() => () => showGameBalance(null), [])
  const { bonus, hear } = useGameBonus({ mode, game, isOwn: runner === 'studio', frame })

  const toDeposit = () => navigate(`${paths.deposit()}?backUrl=${encodeURIComponent(`${pathname}#real`)}`)

  const onNote = (note: GameNote) => {
    setBegun(mode)
    hear(note)
    if (note.type === 'round') {
      setTally((before) => count(before, note))
      if (account && note.staked.currency !== 'FUN') refreshSoon(account.uid, bonus !== null)
    }
    if (note.type === 'wish') onWish(note.wish)
  }
  const onWish = (wish: Extract<GameNote, { type: 'wish' }>['wish']) => {
    if (wish === 'deposit') toDeposit()
    if (wish === 'bonus') navigate(paths.profileBonuses())
    if (wish === 'limits') navigate(features.responsibleGaming ? paths.responsibleGame() : paths.support())
    if (wish === 'lobby') navigate(paths.gamehall())
    if (wish === 'real') navigate('#real')
    // Practice goes on for a guest who does not join; play for money cannot.
    if (wish === 'register')
      openAuth('registration', {
        onClosed: (hasEntered) => !hasEntered && mode === 'real' && navigate(paths.home()),
      })
  }

  const isShut = mode === 'real' && !isPlayer
  const { isZeroBalanceAllowed } = rules
  const isBegun = begun === mode
  const needsDeposit = isDepositFirst({ mode, isPlayer, isZeroBalanceAllowed, type: game.type, hasMoney, isBegun })
  const hasNoDemo = mode === 'demo' && game.isOpen && !game.hasDemo
  const isPlayed = mode !== null && game.isOpen && !isShut && !needsDeposit && !hasNoDemo
  return (
    <div className="game-page" data-filled={fullscreen.isOn || undefined}>
      <GameHead
        game={game}
        mode={game.isOpen && !hasNoDemo ? mode : null}
        onRules={isPlayed ? () => frame.current?.tell({ type: 'rules' }) : null}
        fullscreen={mayFill(rules.fullscreen) && game.isOpen ? fullscreen : null}
      />
      {balances && mode !== 'demo' && isGain(balances.balance_bonus.amount) && (
        <BonusStrip bonus={bonus} main={balances.balance_main} hasPot={game.jackpot !== null} />
      )}
      <main id="content" className="game-main">
        <div className="game-place">
          <GameOffline />
          {!game.isOpen && (
            <div className="game-stage">
              <SystemPage kind="errorsSlot" />
            </div>
          )}
          {game.isOpen && needsDeposit && (
            <NeedsDeposit onDeposit={toDeposit} sysname={game.sysname} hasDemo={game.hasDemo} />
          )}
          {game.isOpen && !needsDeposit && (isShut || mode === null) && <Shut image={game.images[0] ?? ''} />}
          {hasNoDemo && <NoDemo isPlayer={isPlayer} onWish={() => onWish('real')} />}
          {isPlayed && mode && (
            <GameFrame
              key={`${mode}-${account?.uid ?? 'guest'}`}
              ref={frame}
              game={game}
              mode={mode}
              isOwn={runner === 'studio'}
              onNote={onNote}
              pot={pot}
            />
          )}
        </div>
        <aside className="game-side" aria-label={t('session.title')}>
          {mode === 'demo' && isPlayed && <DemoCard onReal={() => onWish('real')} />}
          <GameSession tally={tally} isPlayer={isPlayer} />
          {mode === 'real' && account && !account.is_payout_only && <GameCups game={game} />}
        </aside>
        <div className="game-under">
          <GameAbout game={game} volatility={volatility} version={version} isOwn={runner === 'studio'} />
          {alike.length > 0 && <AlikeGames games={alike} />}
        </div>
      </main>
    </div>
  )
}

type ModeFacts = { hasMoney: boolean; isPlayer: boolean; hasDemo: boolean }

/** How the game is played. Null until the browser has read the address, which the server never sees whole. */
function useMode({ hasMoney, isPlayer, hasDemo }: ModeFacts): Mode | null {
  const t = useTranslations('game')
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [mode, setMode] = useState<Mode | null>(null)
  const choose = useEffectEvent(() => {
    const wanted = modeOf(hash, hasMoney)
    setMode(wanted)
    // A guest who wants to play for money is asked to join by the address itself.
    if (wanted === 'demo' && isPlayer && hasDemo) explainDemo(t('demo.title'), () => navigate('#real'))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address, or a player who came in, is the reason.
  useEffect(() => choose(), [hash, isPlayer])
  return mode
}

function DemoCard({ onReal }: { onReal: () => void }) {
  const t = useTranslations('game.demo')
  return (
    <Card className="game-demo">
      <Tag>{t('tag')}</Tag>
      <p className="muted">{t('note')}</p>
      <Button full onClick={onReal}>
        {t('real')}
      </Button>
    </Card>
  )
}

function AlikeGames({ games }: { games: Loaded['alike'] }) {
  const t = useTranslations('game')
  const likes = useLikes()
  return (
    <RailSection
      tiles
      title={t('alike')}
      more={{ to: paths.gamehall(), text: t('all') }}
      labels={{ back: t('railBack'), forward: t('railForward') }}
    >
      {games.map((game) => (
        <GameTile
          key={game.sysname}
          game={game}
          isLiked={likes?.liked.has(game.sysname) ?? false}
          onLike={likes?.toggle ?? null}
        />
      ))}
    </RailSection>
  )
}

let refreshTimer: ReturnType<typeof setTimeout> | undefined

/** The meter's result of the day and an open bonus follow the rounds, though not each of a quick row. */
function refreshSoon(uid: number, hasBonus: boolean) {
  clearTimeout(refreshTimer)
  refreshTimer = setTimeout(() => {
    void refreshActivity(uid)
    if (hasBonus) void refreshOpenBonus(uid)
  }, 1_500)
}

/** Where the house offers the whole screen: everywhere, only in a messenger, only outside of one, or nowhere. */
function mayFill(where: Loaded['rules']['fullscreen']): boolean {
  if (where === 'all' || where === 'none') return where === 'all'
  const isMessenger = typeof document !== 'undefined' && 'messenger' in document.documentElement.dataset
  return (where === 'telegram') === isMessenger
}
