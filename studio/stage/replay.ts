import type { GameFacts } from '@croupier/contract/methods/rounds'
import { isCurrency, toDecimal } from '@croupier/contract/money'
import { stakesOf } from '../engine/stakes.ts'
import { el, write } from './dom.ts'
import { createFrame, isCalm, type Page, watchSize } from './frame.ts'
import type { GameClient, Shown, Stage } from './game-client.ts'
import { icon } from './icons.ts'
import type { Launch } from './launch.ts'
import { minorOf } from './money-text.ts'
import { openNotes } from './notes.ts'
import { shownOf } from './round-state.ts'
import { openSettings } from './settings.ts'
import { createSounds } from './sound.ts'

type Recorded = NonNullable<Launch['record']>

/** Longest stakes that a title's chips may need; a record says only its own. */
const mostUnits = 1_000

/** A title asks for facts; a record has fewer than a live game, and nothing can be staked. */
function factsOf(record: Recorded, currency: string): GameFacts {
  const zero = { amount: '0', currency }
  const stakes = stakesOf(currency, mostUnits)
  const text = (minor: bigint) => (isCurrency(currency) ? toDecimal(minor, currency) : '0')
  return {
    game: {
      sysname: record.game.sysname,
      name: record.game.name,
      studio: record.provider,
      version: record.version ?? '',
      rtp: '',
      is_shared: record.play?.shared != null,
    },
    mode: record.mode,
    is_guest: false,
    currency,
    balance: zero,
    stakes: {
      min: text(stakes.min),
      max: text(stakes.max),
      step: text(stakes.step),
      ladder: stakes.ladder.map(text),
    },
    profile: { has_autoplay: false, has_turbo: false, round_ms: 0 },
    round: null,
    fairness: { hash: '', next_hash: '', client_seed: '', is_own_seed: false, nonce: 0 },
    pack: null,
  }
}

/** A recorded round, step after step, as it was seen. */
export async function openReplay<View>(client: GameClient<View>, page: Page): Promise<void> {
  const { launch, words } = page
  const notes = openNotes(launch.home)
  const { record } = launch
  const play = record?.play
  if (!record || !play) throw new Error('a replay without a record')
  const { currency } = play.stake
  const facts = factsOf(record, currency)
  const sounds = createSounds(openSettings(notes))
  const { root, board, money, common } = createFrame({ page, currency, isTurbo: () => false, sounds })

  const said = el('p', { class: 'st-said', role: 'status' })
  const staked = el('b', { class: 'st-num' })
  const won = el('b', { class: 'st-num' })
  const again = el('button', { type: 'button', class: 'st-move' }, icon('turn', 18), words('replay.again'))
  const skip = el('button', { type: 'button', class: 'st-move' }, icon('skip', 18), words('replay.skip'))
  const stage: Stage = {
    facts,
    ...common,
    stake: () => minorOf(play.stake),
    say: (text) => write(said, text),
    act: async () => {},
    play: async () => {},
    refresh: () => {},
    keepStake: () => {},
    isIdle: () => false,
  }
  const gameView = await client(stage)
  const standings: Shown<View>[] = play.standings.map((standing, at) =>
    shownOf<View>({ ...standing, round: record.round, step: at + 1, stake: play.stake, is_free: record.is_free }),
  )

  root.append(
    el(
      'header',
      { class: 'st-head' },
      el('h1', { class: 'st-hidden', text: record.game.name }),
      el('span', { class: 'st-tag', text: words('replay.title') }),
    ),
    el('div', { class: 'st-line' }, said),
    el(
      'div',
      { class: 'st-bar is-replay' },
      el('p', { class: 'st-sum' }, el('span', { text: words('replay.staked') }), staked),
      el('p', { class: 'st-sum' }, el('span', { text: words('replay.won') }), won),
      el('div', { class: 'st-moves' }, again, skip),
    ),
  )
  document.body.append(root)
  watchSize(board, gameView.resize)

  let turn = 0
  const tell = ({ staked: put, won: got, isOver }: Shown<View>) => {
    write(staked, money(put))
    write(won, isOver ? money(got) : '—')
  }
  const run = async () => {
    turn += 1
    const mine = turn
    skip.disabled = false
    let before: Shown<View> | null = null
    for (const now of standings) {
      if (before) await common.wait(700)
      if (mine !== turn) return
      if (!now.isOver || !before) tell({ ...now, isOver: false })
      await gameView.show(now, before, { isInstant: isCalm() })
      if (mine !== turn) return
      tell(now)
      before = now
    }
    skip.disabled = true
  }
  again.addEventListener('click', () => void run())
  skip.addEventListener('click', () => {
    turn += 1
    const last = standings.at(-1)
    if (!last) return
    skip.disabled = true
    void gameView.show(last, null, { isInstant: true }).then(() => tell(last))
  })
  notes.tell({ type: 'ready' })
  await run()
}
