import type { QueuedCall, SampleBooks, SampleRound, SampleState } from './books.ts'
import { moneyIn, type Reply, type Wallet } from './wallet.ts'

const longestPauseMs = 60_000
const roundOfMs = 400

const stakes = ['bet', 'betwin', 'freespin']

export type Post = ReturnType<typeof openPost>

type PostOptions = {
  books: SampleBooks
  wallet: Wallet
  /** Who stakes waits for an answer, but not for ever: after so long the stake is taken back. */
  patienceMs: number
}

/** Takes what is written in the books to the wallet, as often as it needs. */
export function openPost({ books, wallet, patienceMs }: PostOptions) {
  const underWay = new Map<string, Promise<void>>()
  let isClosed = false
  books.hurry()

  async function deliver(letter: QueuedCall): Promise<void> {
    if (stakes.includes(letter.call) && Date.now() - letter.first_at > patienceMs) return takeBack(letter)
    hear(letter, await wallet.send(letter.call, letter.body))
  }

  function hear(letter: QueuedCall, reply: Reply) {
    const round = books.round(letter.round)
    if (isClosed || !round) return
    if (reply.kind === 'unknown') {
      const tries = letter.tries + 1
      const pauseMs = Math.min(longestPauseMs, 500 * 2 ** Math.min(tries, 8))
      return books.changeLetter({ ...letter, tries, next_at: Date.now() + pauseMs })
    }
    books.together(() => {
      if (reply.kind === 'yes') {
        books.changeLetter({ ...letter, state: 'yes' })
        books.changeRound({ ...round, state: afterYes(letter, round), balance: moneyIn(reply.data.balance) })
        return
      }
      const reason = reply.reason || reply.type
      books.changeLetter({ ...letter, state: 'no', reason })
      // A win or a rollback is never refused; if it were, a person has to look, and the round stays as it is.
      if (stakes.includes(letter.call)) books.changeRound({ ...round, state: 'void', won: '0', reason })
    })
  }

  /** The wallet may have booked it, or may book it later: either way it does not count. */
  function takeBack(letter: QueuedCall) {
    const round = books.round(letter.round)
    if (!round) return
    const { transaction, round: id, game, player, currency } = JSON.parse(letter.body)
    const said = { transaction: `${transaction}:back`, round: id, game, player, currency, reference: transaction }
    books.together(() => {
      books.changeLetter({ ...letter, state: 'dropped' })
      books.changeRound({ ...round, state: 'returning', won: '0', reason: 'NO_ANSWER' })
      books.addLetter({ id: said.transaction, round: letter.round, call: 'rollback', body: JSON.stringify(said) })
    })
  }

  /** One at a time for each letter. */
  function send(letter: QueuedCall): Promise<void> {
    const running = underWay.get(letter.id)
    if (running) return running
    const sent = deliver(letter).finally(() => underWay.delete(letter.id))
    underWay.set(letter.id, sent)
    return sent
  }

  const timer = setInterval(() => {
    for (const letter of books.due(Date.now())) send(letter).catch((error: unknown) => console.error(error))
  }, roundOfMs)

  return {
    /** The first try, at once. */
    async sendNow(id: string): Promise<void> {
      const letter = books.letter(id)
      if (letter?.state === 'waiting') await send(letter)
    },
    async close() {
      clearInterval(timer)
      await Promise.allSettled(underWay.values())
      isClosed = true
    },
  }
}

function afterYes({ call }: QueuedCall, { state }: SampleRound): SampleState {
  if (call === 'bet') return state === 'staking' ? 'open' : state
  return call === 'rollback' ? 'void' : 'over'
}
