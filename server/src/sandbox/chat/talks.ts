import { randomBytes } from 'node:crypto'

type TalkLine = { n: number; from: 'visitor' | 'agent'; text: string; at: Date }
export type Talk = { id: string; visitor: string; lines: TalkLine[] }

const mostTalks = 1000
const mostLines = 200
const longest = 2000

/** Conversations of the stand-in, in memory: they end with the process. */
export function openTalks() {
  const talks = new Map<string, Talk>()

  function add(id: string, from: TalkLine['from'], words: string): boolean {
    const talk = talks.get(id)
    const text = words.trim().slice(0, longest)
    if (!talk || text === '' || talk.lines.length >= mostLines) return false
    talk.lines.push({ n: talk.lines.length + 1, from, text, at: new Date() })
    // The one that was spoken in last is the last to be forgotten.
    talks.delete(id)
    talks.set(id, talk)
    return true
  }

  return {
    begin(visitor: string): string {
      const id = randomBytes(12).toString('hex')
      talks.set(id, { id, visitor: visitor.slice(0, 100), lines: [] })
      for (const old of talks.keys()) if (talks.size > mostTalks) talks.delete(old)
      return id
    },
    say: (id: string, words: string) => add(id, 'visitor', words),
    answer: (id: string, words: string) => add(id, 'agent', words),
    after: (id: string, n: number) => talks.get(id)?.lines.filter((line) => line.n > n) ?? null,
    /** Those in which something was said, newest first. */
    all: (): Talk[] => [...talks.values()].filter(({ lines }) => lines.length > 0).toReversed(),
  }
}

export type Talks = ReturnType<typeof openTalks>
