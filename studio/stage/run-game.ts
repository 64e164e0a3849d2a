import type { GameFacts } from '@croupier/contract/methods/rounds'
import { createAutoSheet } from './auto-sheet.ts'
import { type BarLook, createBar } from './bar.ts'
import { readStored, writeStored } from './browser-storage.ts'
import { type Caller, restOrOnline } from './call.ts'
import { burst, countUp, sizeOf } from './celebrate.ts'
import { el } from './dom.ts'
import { createFrame, isCalm, type Page, watchSize } from './frame.ts'
import type { GameClient, GameView, Stage } from './game-client.ts'
import { listenToKeys } from './keys.ts'
import { above, ladderOf, under } from './ladder.ts'
import { minorOf, moneyText } from './money-text.ts'
import { openNotes } from './notes.ts'
import { type Advice, type Remedy, reasonOf } from './refusals.ts'
import { createRounds, type Outcome, type Rounds } from './rounds.ts'
import { createRulesSheet } from './rules-sheet.ts'
import { createSounds } from './sound.ts'
import { createStakeSheet } from './stake-sheet.ts'
import { untilSure } from './until-sure.ts'

const remedyWords = {
  deposit: 'offer.deposit',
  limits: 'offer.limits',
  reload: 'offer.reload',
  register: 'offer.register',
}

/** The first answer may be on its way already; whatever is asked again is asked anew. */
type Line = { call: Caller; opened: Promise<GameFacts> | null }

export async function runGame<View>(client: GameClient<View>, page: Page, { call, opened }: Line): Promise<void> {
  const { launch, words } = page
  let early = opened
  const askFacts = () => {
    const asked = early ?? call('rounds.open', {})
    early = null
    return asked
  }
  const notes = openNotes(launch.home)
  const loading = el('p', { class: 'st-loading', role: 'status', text: words('loading') })
  document.body.append(loading)
  const facts: GameFacts = await untilSure(askFacts, {
    rest: restOrOnline,
    onUnsure: (isUnsure) => {
      loading.textContent = words(isUnsure ? 'offline' : 'loading')
    },
  }).catch((error: unknown) => {
    loading.remove()
    notes.tell({ type: 'fault', reason: reasonOf(error) })
    throw error
  })

  const sounds = createSounds()
  let isTurbo = facts.profile.has_turbo && readStored('turbo') === 'on'
  const { root, board, money, common } = createFrame({
    page,
    currency: facts.currency,
    isTurbo: () => isTurbo,
    sounds,
  })

  let line = ''
  let remedy: Remedy = null
  let won: BarLook['won'] = null
  let counting: ReturnType<typeof countUp> | null = null
  let gameView: GameView<View> | null = null
  let rounds: Rounds<View> | null = null

  const say = (text: string) => {
    line = text
    bar.speak(text)
    draw()
  }

  const stage: Stage = {
    facts,
    ...common,
    stake: () => rounds?.stakeNow() ?? 0n,
    say,
    act: async (choice) => rounds?.act(choice),
    play: async () => press(),
    refresh: () => draw(),
    isIdle: () => rounds?.isIdle() ?? false,
  }

  const press = async () => {
    if (!rounds) return
    if (rounds.state.auto) return rounds.stopAuto()
    await rounds.play()
  }

  const heed = () => {
    if (remedy === 'reload' && window.parent === window) location.reload()
    else if (remedy) notes.tell({ type: 'wish', wish: remedy })
  }

  const stepStake = (next: (stake: bigint) => bigint) => {
    if (!rounds || !canStake()) return
    const stake = next(rounds.state.stake)
    if (stake === rounds.state.stake) return
    sounds.play('tick')
    rounds.setStake(stake)
    writeStored('stake', String(stake))
  }
  const canStake = () =>
    rounds !== null &&
    gameView?.stake === undefined &&
    rounds.state.phase === 'idle' &&
    !rounds.state.auto &&
    !rounds.isFreeNext()
  const more = () => stepStake((stake) => above(stake, ladderOf(facts)))
  const less = () => stepStake((stake) => under(stake, ladderOf(facts)))
  const toggleSound = () => {
    sounds.toggle()
    if (sounds.isOn()) sounds.play('click')
    draw()
  }
  const toggleTurbo = () => {
    if (!facts.profile.has_turbo) return
    isTurbo = !isTurbo
    writeStored('turbo', isTurbo ? 'on' : 'off')
    sounds.play('click')
    draw()
  }
  const toggleAuto = () => {
    if (!rounds) return
    if (rounds.state.auto) rounds.stopAuto()
    else if (rounds.mayPlay() && (gameView?.opening() ?? null) !== null) autoSheet.open()
  }

  const bar = createBar(words, facts.game.name, {
    less,
    more,
    chooseStake: () => {
      if (canStake()) stakeSheet.open()
    },
    main: () => void press(),
    move: ({ choice }) => void rounds?.act(choice),
    auto: toggleAuto,
    turbo: toggleTurbo,
    sound: toggleSound,
    rules: () => rulesSheet.open(),
    real: () => notes.tell({ type: 'wish', wish: facts.is_guest ? 'register' : 'real' }),
    offer: heed,
  })

  const stakeSheet = createStakeSheet({
    words,
    money,
    currency: facts.currency,
    ladder: () => ladderOf(facts),
    stake: () => rounds?.state.stake ?? 0n,
    choose: (stake) => stepStake(() => stake),
  })
  const autoSheet = createAutoSheet({
    words,
    currency: facts.currency,
    hasFeatures: () => gameView?.isFeature !== undefined,
    start: (plan) => void rounds?.startAuto(plan),
  })
  const rulesSheet = createRulesSheet({
    words,
    money,
    facts: () => facts,
    most: () => ladderOf(facts).max,
    sections: () => gameView?.rules() ?? [],
    proof: () => gameView?.proof?.() ?? null,
  })

  const moves = () => {
    const { state } = rounds ?? {}
    if (!state?.now || state.now.isOver || !gameView?.moves) return null
    if (state.phase !== 'open' && state.phase !== 'asking' && state.phase !== 'showing') return null
    return gameView.moves(state.now)
  }

  function draw() {
    if (!rounds || !gameView) return
    const { state } = rounds
    const ladder = ladderOf(facts)
    const isFree = rounds.isFreeNext()
    const isBusy = state.phase === 'asking' || state.phase === 'showing'
    const isOpen = state.phase === 'open'
    const opening = state.phase === 'idle' ? gameView.opening() : null
    root.dataset.phase = state.phase
    bar.draw({
      balance: money(state.balance),
      stake: money(state.now && !state.now.isOver ? state.now.staked : rounds.stakeNow()),
      hasStakeButtons: gameView.stake === undefined && !isFree,
      isStakeOff: !canStake(),
      isLess: state.stake > ladder.min,
      isMore: state.stake < ladder.max,
      main: {
        word: state.auto ? String(state.auto.left) : page.gameWords(gameView.mainWord),
        icon: state.auto ? 'stop' : (gameView.mainIcon ?? 'turn'),
        isOff: !state.auto && (!rounds.mayPlay() || opening === null || opening === undefined),
        isBusy: isBusy || state.isWaiting,
      },
      moves: moves(),
      areMovesOff: !isOpen || state.isPaused,
      auto: {
        isThere: facts.profile.has_autoplay && gameView.moves === undefined && !facts.game.is_shared,
        isOn: state.auto !== null,
        left: state.auto?.left ?? 0,
        isOff: !state.auto && (!rounds.mayPlay() || opening === null || opening === undefined),
      },
      turbo: { isThere: facts.profile.has_turbo && !facts.game.is_shared, isOn: isTurbo },
      isLoud: sounds.isOn(),
      freeLeft: facts.mode === 'real' ? (facts.pack?.remaining_count ?? 0) : 0,
      mode: facts.mode,
      line,
      offer: remedy ? words(remedyWords[remedy]) : null,
      won,
      // Without a connection at all the page around the game says so.
      isOffline: state.isOffline && (navigator.onLine || window.parent === window),
    })
  }

  /** The size follows the multiple. A demo round shows its win and leaves it at that. */
  async function celebrate({ now, isFree, jackpot }: Outcome<View>) {
    const staked = isFree ? 0n : now.staked
    const total = now.won + (jackpot ? minorOf(jackpot.won) : 0n)
    if (total === 0n) {
      won = null
      draw()
      return
    }
    const size = total > staked ? sizeOf(isFree ? now.stake : staked, total) : 'none'
    const isGain = total > staked
    const label = words(isGain ? 'won' : 'returned')
    if (jackpot) line = words(`jackpot.${jackpot.level}`)
    bar.speak([line, `${label} ${money(total)}`].filter(Boolean).join('. '))
    if (!isGain) {
      won = { label, amount: money(total), whole: money(total), isGain }
      draw()
      return
    }
    const isGrand = facts.mode === 'real' && (size === 'burst' || jackpot !== null)
    sounds.play(isGrand ? 'big' : 'win')
    if (facts.mode === 'real' && size !== 'none' && size !== 'line') {
      bar.line.classList.remove('is-pulsing')
      void bar.line.offsetWidth
      bar.line.classList.add('is-pulsing')
    }
    if (isGrand && !isCalm()) burst(root)
    counting = countUp(
      0n,
      total,
      (amount) => {
        won = { label, amount: money(amount), whole: money(total), isGain }
        draw()
      },
      isCalm() || isTurbo,
    )
    if (rounds?.state.auto) await counting.done
  }

  const clear = () => {
    counting?.finish()
    counting = null
    won = null
    line = ''
    remedy = null
    bar.line.classList.remove('is-pulsing')
    sounds.play('click')
    draw()
  }

  const onRefused = (advice: Advice) => {
    remedy = advice.remedy === 'deposit' && facts.mode === 'demo' ? null : advice.remedy
    if (advice.remedy === 'deposit' && facts.is_guest && facts.mode === 'real') remedy = 'register'
    const isDemoEmpty = advice.remedy === 'deposit' && facts.mode === 'demo'
    say(words(isDemoEmpty ? 'refusal.DEMO_EMPTY' : advice.word))
  }

  gameView = await client(stage)
  rounds = createRounds<View>({
    facts,
    gameView,
    call,
    notes,
    onChange: draw,
    onStake: clear,
    onOver: celebrate,
    onRefused,
    onAutoEnd: draw,
    breathe: () => common.wait(350),
  })
  const remembered = /^\d+$/.exec(readStored('stake') ?? '')?.[0]
  if (remembered) rounds.setStake(BigInt(remembered))

  root.append(...bar.parts)
  loading.remove()
  document.body.append(root)
  watchSize(board, gameView.resize)
  listenToKeys({
    main: () => void press(),
    more,
    less,
    sound: toggleSound,
    rules: () => rulesSheet.open(),
    turbo: toggleTurbo,
    move: (key) => {
      const found = moves()?.find((move) => move.key?.toLowerCase() === key && !move.isOff)
      if (found) void rounds?.act(found.choice)
      return found !== undefined
    },
    hasMoves: () => moves() !== null,
  })
  notes.onNote((note) => {
    const { type } = note
    if (type === 'pots')
      gameView?.pots?.(
        new Map(
          note.levels.map(({ level, amount }) => [level, moneyText(minorOf(amount), amount.currency, launch.locale)]),
        ),
      )
    else if (type === 'rules') rulesSheet.open()
    else if (type === 'refresh') void rounds?.refresh()
    else rounds?.pause(type === 'pause')
  })
  draw()
  await rounds.resume()
  notes.tell({ type: 'ready' })
}
