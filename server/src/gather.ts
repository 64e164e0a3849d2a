type Waiting<Asked, Answer> = {
  asked: Asked
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Many who ask the same of the database at about the same time. One question is under way; the next one takes all who
 * came meanwhile, so that a crowd makes questions larger, not more. Nothing is remembered: every answer is to a question
 * that was put after its asker came. A question that fails fails for all who share it, so what is asked must not be able
 * to spoil it for the others. Answers stand in the order of those who asked.
 */
export function openGather<Asked, Answer>(ask: (asked: readonly Asked[]) => Promise<readonly Answer[]>, most = 500) {
  let waiting: Waiting<Asked, Answer>[] = []
  let isAsking = false

  async function askAll() {
    while (waiting.length > 0) {
      const turn = waiting.slice(0, most)
      waiting = waiting.slice(most)
      await answerAll(turn)
    }
    isAsking = false
  }

  async function answerAll(turn: readonly Waiting<Asked, Answer>[]) {
    try {
      const answers = await ask(turn.map(({ asked }) => asked))
      if (answers.length !== turn.length) throw new Error('a question answers each who asked')
      for (const [at, answer] of answers.entries()) turn[at]?.resolve(answer)
    } catch (error) {
      for (const { reject } of turn) reject(error)
    }
  }

  return (asked: Asked): Promise<Answer> => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    waiting.push({ asked, resolve, reject })
    if (isAsking) return promise
    isAsking = true
    // Not before all that arrived in this turn of the loop have asked.
    setImmediate(() => void askAll())
    return promise
  }
}

/** One for each database, where the operations that ask have nothing else in common. */
export function gatherOn<Place extends object, Asked, Answer>(
  ask: (place: Place, asked: readonly Asked[]) => Promise<readonly Answer[]>,
) {
  const gathers = new WeakMap<Place, (asked: Asked) => Promise<Answer>>()
  return (place: Place, asked: Asked): Promise<Answer> => {
    const known = gathers.get(place)
    if (known) return known(asked)
    const gather = openGather((all: readonly Asked[]) => ask(place, all))
    gathers.set(place, gather)
    return gather(asked)
  }
}
