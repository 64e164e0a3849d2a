import type { GameFacts } from '@croupier/contract/methods/rounds'
import { createAutoSheet } from './auto-sheet.ts'
import { type Bar, createBar } from './bar.ts'
import { barLookOf, canStake, movesOf } from './bar-look.ts'
import { type Caller, restOrOnline } from './call.ts'
import { el } from './dom.ts'
import { createFrame, type Page, watchSize } from './frame.ts'
import type { GameClient, GameView, Stage } from './game-client.ts'
import { listenToKeys } from './keys.ts'
import { above, keptStake, ladderOf, under } from './ladder.ts'
import { minorOf, moneyText, wireOf } from './money-text.ts'
import { type Notes, openNotes, tellTouches } from './notes.ts'
import { reasonOf } from './refusals.ts'
import { createRounds, type Rounds } from './rounds.ts'
import { createRulesSheet } from './rules-sheet.ts'
import { openSettings, type Settings } from './settings.ts'
import { createSounds, type Sounds } from './sound.ts'
import { createStakeSheet } from './stake-sheet.ts'
import { untilSure } from './until-sure.ts'
import { createWinLine } from './win-line.ts'

/** The first answer may be on its way already; whatever is asked again is asked anew. */
type Connection = { call: Caller; opened: Promise<GameFacts> | null }

/** What there is once the client has made its view: before that nothing can be played or drawn. */
type Running<View> = { rounds: Rounds<View>; gameView: GameView<View> }

async function loadFacts({ words }: Page, notes: Notes, { call, opened }: Connection) {
  let early = opened
  const ask = () => {
    const asked = early ?? call('rounds.open', {})
    early = null
    return asked
  }
  const loading = el('p', { class: 'st-loading', role: 'status', text: words('loading') })
  document.body.append(loading)
  const facts: GameFacts = await untilSure(ask, {
    rest: restOrOnline,
    onUnsure: (isUnsure) => {
      loading.textContent = words(isUnsure ? 'offline' : 'loading')
    },
  }).catch((error: unknown) => {
    loading.remove()
    notes.tell({ type: 'fault', reason: reasonOf(error) })
    throw error
  })
  return { facts, loading }
}

function createTurbo({ profile }: GameFacts, settings: Settings, onToggle: () => void) {
  const isOn = () => profile.has_turbo && settings.now().is_turbo
  return {
    isOn,
    toggle() {
      if (!profile.has_turbo) return
      settings.set({ is_turbo: !isOn() })
      onToggle()
    },
  }
}

type ControlsOptions<View> = {
  facts: GameFacts
  page: Page
  money: (minor: bigint) => string
  sounds: Sounds
  settings: Settings
  running: () => Running<View> | null
  draw: () => void
}

/** What buttons and keys do, and the sheets that they open. */
function createControls<View>(options: ControlsOptions<View>) {
  const { facts, money, sounds, settings, running, draw } = options
  const { words } = options.page
  const stepStake = (next: (stake: bigint) => bigint) => {
    const game = running()
    if (!game || !canStake(game.rounds.state, game.gameView)) return
    const stake = next(game.rounds.state.stake)
    if (stake === game.rounds.state.stake) return
    sounds.play('tick')
    game.rounds.setStake(stake)
    settings.set({ stake: wireOf(stake, facts.currency) })
  }
  const stakeSheet = createStakeSheet({
    words,
    money,
    currency: facts.currency,
    ladder: () => ladderOf(facts),
    stake: () => running()?.rounds.state.stake ?? 0n,
    choose: (stake) => stepStake(() => stake),
  })
  const autoSheet = createAutoSheet({
    words,
    currency: facts.currency,
    hasFeatures: () => running()?.gameView.isFeature !== undefined,
    start: (plan) => void running()?.rounds.startAuto(plan),
  })
  const rulesSheet = createRulesSheet({
    words,
    money,
    facts: () => facts,
    least: () => ladderOf(facts).min,
    most: () => ladderOf(facts).max,
    returns: () => running()?.gameView.returns?.(ladderOf(facts).min) ?? null,
    sections: () => running()?.gameView.rules() ?? [],
    proof: () => running()?.gameView.proof?.() ?? null,
  })
  return {
    more: () => stepStake((stake) => above(stake, ladderOf(facts))),
    less: () => stepStake((stake) => under(stake, ladderOf(facts))),
    rung: (place: number) => stepStake((stake) => ladderOf(facts).rungs[place] ?? stake),
    rules: () => rulesSheet.open(),
    chooseStake() {
      const game = running()
      if (game && canStake(game.rounds.state, game.gameView)) stakeSheet.open()
    },
    sound() {
      sounds.toggle()
      if (sounds.isOn()) sounds.play('click')
      draw()
    },
    auto() {
      const game = running()
      if (!game) return
      if (game.rounds.state.auto) game.rounds.stopAuto()
      else if (game.rounds.mayPlay() && (game.gameView.opening() ?? null) !== null) autoSheet.open()
    },
    async press() {
      const rounds = running()?.rounds
      if (!rounds) return
      if (rounds.state.auto) return rounds.stopAuto()
      await rounds.play()
    },
  }
}

export async function runGame<View>(client: GameClient<View>, page: Page, connection: Connection): Promise<void> {
  const { launch, words, gameWords } = page
  const notes = openNotes(launch.home)
  const settings = openSettings(notes)
  tellTouches(notes, document)
  const { facts, loading } = await loadFacts(page, notes, connection)
  const sounds = createSounds(settings)
  const turbo = createTurbo(facts, settings, () => {
    sounds.play('click')
    draw()
  })
  const { root, board, money, common } = createFrame({ page, currency: facts.currency, isTurbo: turbo.isOn, sounds })
  let running: Running<View> | null = null

  const draw = () => {
    if (!running) return
    const { state } = running.rounds
    root.dataset.phase = state.phase
    bar.draw(
      barLookOf(
        state,
        running.gameView,
        { money, gameWords },
        {
          ...winLine.look(),
          isTurbo: turbo.isOn(),
          isLoud: sounds.isOn(),
          // Without a connection at all the page around the game says so.
          isOffline: state.isOffline && (navigator.onLine || window.parent === window),
        },
      ),
    )
  }
  const winLine = createWinLine({ words, money, facts, sounds, root, bar: () => bar, isTurbo: turbo.isOn, draw })
  const controls = createControls<View>({ facts, page, money, sounds, settings, running: () => running, draw })
  const bar: Bar = createBar(words, facts.game.name, {
    ...controls,
    main: () => void controls.press(),
    move: ({ choice }) => void running?.rounds.act(choice),
    turbo: turbo.toggle,
    real: () => notes.tell({ type: 'wish', wish: facts.is_guest ? 'register' : 'real' }),
    offer() {
      const remedy = winLine.remedy()
      if (remedy === 'reload' && window.parent === window) location.reload()
      else if (remedy) notes.tell({ type: 'wish', wish: remedy })
    },
  })
  const stage: Stage = {
    facts,
    ...common,
    stake: () => running?.rounds.stakeNow() ?? 0n,
    say: (text) => !running?.rounds.isHalted() && winLine.say(text),
    act: async (choice) => running?.rounds.act(choice),
    play: controls.press,
    refresh: draw,
    keepStake: (stake) => settings.set({ stake: wireOf(stake, facts.currency) }),
    isIdle: () => running?.rounds.isIdle() ?? false,
  }

  const gameView = await client(stage)
  const rounds: Rounds<View> = createRounds<View>({
    facts,
    gameView,
    call: connection.call,
    notes,
    onChange: draw,
    onStake: winLine.clear,
    onOver: (outcome) => winLine.celebrate(outcome, () => rounds.state.auto !== null),
    onRefused: winLine.refused,
    onAutoEnd: draw,
    breathe: () => common.wait(350),
  })
  running = { rounds, gameView }
  root.append(...bar.parts)
  loading.remove()
  document.body.append(root)
  watchSize(board, gameView.resize)
  listenToMoves(running, { ...controls, turbo: turbo.toggle })
  listenToPage(notes, running, { openRules: controls.rules, clearLine: winLine.clear })
  settings.whenHanded(() => {
    const stake = keptStake(settings.now().stake, facts)
    if (stake !== null) (gameView.takeKept ?? rounds.setStake)(stake)
    draw()
  })
  await rounds.resume()
  notes.tell({ type: 'ready' })
}

type KeyControls = Pick<ReturnType<typeof createControls>, 'press' | 'more' | 'less' | 'rung' | 'sound' | 'rules'> & {
  turbo: () => void
}

function listenToMoves<View>({ rounds, gameView }: Running<View>, { press, ...controls }: KeyControls) {
  const moves = () => movesOf(rounds.state, gameView.moves)
  listenToKeys({
    ...controls,
    main: () => void press(),
    move: (key) => {
      const found = moves()?.find((move) => move.key?.toLowerCase() === key && !move.isOff)
      if (found) void rounds.act(found.choice)
      return found !== undefined
    },
    hasMoves: () => moves() !== null,
  })
}

type PageOptions = { openRules: () => void; clearLine: () => void }

function listenToPage<View>(notes: Notes, { rounds, gameView }: Running<View>, options: PageOptions) {
  const { openRules, clearLine } = options
  notes.onNote((note) => {
    if (note.type === 'pots') {
      const amounts = note.levels.map(
        ({ level, amount }) => [level, moneyText(minorOf(amount), amount.currency)] as const,
      )
      gameView.pots?.(new Map(amounts))
    } else if (note.type === 'rules') openRules()
    else if (note.type === 'refresh') void rounds.refresh()
    else if (note.type === 'again') rounds.again()
    else if (note.type === 'stake') {
      rounds.setStake(minorOf(note.stake))
      clearLine()
    } else if (note.type === 'pause' || note.type === 'resume') rounds.pause(note.type === 'pause')
  })
}
