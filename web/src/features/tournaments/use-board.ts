import type { WireTournament } from '@croupier/contract/methods/tournaments'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '../../api.ts'
import { useBalances } from '../../session/balance.ts'
import { usePublicTopic, useTopic } from '../../session/stream-topics.ts'
import { versionIn } from '../cups/cups.tsx'
import { askStandings } from './tournament-data.ts'
import { type CupStandings, isNewer, isOwnOther, nextTurn } from './tournament-rules.ts'

/** A busy board, or a quick game in another window, does not keep this page busy. */
const restMs = 3_000
/** The feed works a round in a moment after it has moved money. */
const settleMs = 1_500
/** So old may a board be that a node answers with. */
const boardMs = 1_100
const longestTimerMs = 2_000_000_000

/** The board as it stands now: the stream says that it is another one, and this page asks for what it shows. */
export function useBoard(id: string, page: number, loaded: CupStandings): CupStandings {
  const [shown, setShown] = useState({ loaded, live: loaded })
  const live = shown.loaded === loaded ? shown.live : loaded
  if (shown.loaded !== loaded) setShown({ loaded, live: loaded })
  const state = useRef({ isAsking: false, isMissed: false, told: 0 })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const ask = useEffectEvent(async () => {
    const { current } = state
    current.isMissed = document.hidden || current.isAsking
    if (current.isMissed) return
    current.isAsking = true
    try {
      const next = await askStandings(call, id, page)
      setShown((before) => (before.loaded === loaded && isNewer(next, before.live) ? { loaded, live: next } : before))
      // A node reads its board once a second at most, so the first answer may be older than the news.
      if (next.version < current.told) timer.current = setTimeout(() => void ask(), boardMs)
    } catch {
      // What is shown was true a moment ago; the next change asks again.
    } finally {
      current.isAsking = false
      if (current.isMissed) void ask()
    }
  })
  usePublicTopic('tournament', (news) => {
    const version = versionIn(news, id)
    if (version === null) return
    state.current.told = version
    clearTimeout(timer.current)
    void ask()
  })
  // What came while the line was down, when no node can answer with a board of before.
  useTopic('hello', () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void ask(), boardMs)
  })
  useEffect(() => {
    const look = () => !document.hidden && state.current.isMissed && void ask()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      clearTimeout(timer.current)
    }
  }, [])
  return live
}

/** Loads the whole page anew where the own entry moved, after own rounds, and when the tournament begins or ends. */
export function useFreshCup(tournament: WireTournament, loaded: CupStandings, live: CupStandings) {
  const { revalidate } = useRevalidator()
  const version = useBalances()?.balance_version
  const known = useRef(version)
  const loadedAt = useRef(0)
  const isIn = tournament.user_info?.is_joined === true
  const isPlayer = tournament.user_info !== undefined
  const isPlayed = isIn && version !== undefined && version !== known.current
  const isOther = isPlayer && isOwnOther(loaded, live)
  const turn = nextTurn(tournament)

  useEffect(() => {
    if (!isPlayed && !isOther) return
    const timer = setTimeout(
      () => {
        known.current = version
        loadedAt.current = Date.now()
        if (!document.hidden) void revalidate()
      },
      Math.max(settleMs, loadedAt.current + restMs - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [isPlayed, isOther, version, revalidate])

  useEffect(() => {
    if (turn === null) return
    const waitMs = turn - Date.now()
    if (waitMs < 0 || waitMs > longestTimerMs) return
    // A moment later: the clock of the house decides.
    const timer = setTimeout(() => void revalidate(), waitMs + settleMs)
    return () => clearTimeout(timer)
  }, [turn, revalidate])
}
