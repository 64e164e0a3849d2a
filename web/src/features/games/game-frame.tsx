import { type GameNote, isPlaying, type PageNote } from '@croupier/contract/game-notes'
import { gameFrame } from '@croupier/contract/paths'
import { type Ref, useEffect, useImperativeHandle, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { queue } from '../../dialogs/dialogs.ts'
import { showGameBalance } from '../../session/balance.ts'
import { markPlayed } from '../../session/last-active.ts'
import { useTopic } from '../../session/stream-topics.ts'
import { Button } from '../../ui/button.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { Pot } from '../pots/pots.ts'
import type { Mode } from './game-head.tsx'
import { useGameSettings } from './game-settings.ts'
import type { TileGame } from './tile-game.ts'
import { useGamePort } from './use-game-port.ts'

export type FrameHandle = { tell: (note: PageNote) => void }

type Props = {
  game: TileGame
  mode: Mode
  /** Games of others have an origin of their own, so it is no danger to leave it to them. */
  isOwn: boolean
  onNote: (note: GameNote) => void
  /** What the game can win beside its own pays. */
  pot: Pot | null
  ref: Ref<FrameHandle>
}

/** A game that has not said anything for so long is worth a word. */
const patienceMs = 15_000

/** Play on another device moves the same money, and keeps no page alive that was left. */
const hasFocus = (frame: HTMLIFrameElement | null) =>
  frame !== null && document.activeElement === frame && document.hasFocus()

/** The game, in a frame that can reach nothing of the site. Its picture stands before it until it is ready. */
export function GameFrame({ game, mode, isOwn, onNote, pot, ref }: Props) {
  const t = useTranslations('game')
  const frame = useRef<HTMLIFrameElement>(null)
  const [tries, setTries] = useState(0)
  const [state, setState] = useState<'loading' | 'slow' | 'ready'>('loading')
  const settings = useGameSettings(game.sysname, mode)
  const hear = (note: GameNote) => {
    if (isPlaying(note)) markPlayed()
    // A refusal is a page too: it has to be seen.
    if (note.type === 'ready' || note.type === 'refused' || note.type === 'fault') setState('ready')
    if (note.type === 'wish' && note.wish === 'reload') return setTries((before) => before + 1)
    if (note.type === 'settings') return settings.keep(note)
    onNote(note)
  }
  const tell = useGamePort(frame, hear, settings.greeting)
  useImperativeHandle(ref, () => ({ tell }), [tell])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every try begins anew.
  useEffect(() => {
    setState('loading')
    // What the last frame showed is not what this one will.
    showGameBalance(null)
    const timer = setTimeout(() => setState((now) => (now === 'loading' ? 'slow' : now)), patienceMs)
    return () => clearTimeout(timer)
  }, [tries])

  const isCovered = useSyncExternalStore(
    queue.subscribe,
    () => queue.shown().length > 0,
    () => false,
  )
  useEffect(() => {
    if (state === 'ready') tell({ type: isCovered ? 'pause' : 'resume' })
  }, [isCovered, state, tell])
  // Space and the arrows are the game's, unless the visitor is at something else by then.
  useEffect(() => {
    const { current } = frame
    if (state === 'ready' && document.activeElement?.contains(current)) current?.focus({ preventScroll: true })
  }, [state])
  useTopic('cashier', () => tell({ type: 'refresh' }))
  // A game of another provider may say nothing: then money that moves while its frame has the focus is play.
  useTopic('balance', () => hasFocus(frame.current) && markPlayed())
  useEffect(() => {
    if (state !== 'ready' || !pot) return
    tell({ type: 'pots', levels: pot.levels.map(({ sysname, amount }) => ({ level: sysname, amount })) })
  }, [pot, state, tell])

  const [image = ''] = game.images
  return (
    <div className="game-stage" data-state={state}>
      <div className="game-wait" role="status">
        <Picture src={image} alt="" width={288} height={192} quality={84} eager />
        {state !== 'ready' && (
          <div className="game-wait-text">
            <progress className="edge" aria-label={t('loading', { name: game.name })} />
            {state === 'slow' && (
              <>
                <p>{t('slow')}</p>
                <Button onClick={() => setTries(tries + 1)}>{t('again')}</Button>
              </>
            )}
          </div>
        )}
      </div>
      <iframe
        key={tries}
        ref={frame}
        className="game-frame"
        title={t('frame', { name: game.name })}
        src={gameFrame({ sysname: game.sysname }, mode === 'demo' ? 'demo' : 'play')}
        sandbox={isOwn ? 'allow-scripts' : 'allow-scripts allow-same-origin allow-forms'}
        allow="autoplay; fullscreen"
        // A game of another origin whose page came counts as ready, though it may never say so.
        onLoad={() => !isOwn && setState('ready')}
      />
    </div>
  )
}
