/** What an adapter is judged by, each in words for its author. */
export const feedRules = {
  signature: 'every request is signed over its bytes, with name and time',
  clock: 'the time of a request is that of this try, and right to a minute',
  size: 'a request has at most 256 KiB',
  one: 'one request is under way at a time',
  form: 'every message has the form of the protocol',
  numbers: 'messages are numbered without a gap',
  content: 'a number that was told keeps its content',
  again: 'what was not acknowledged is sent again, from the number that is wanted',
  epoch: 'an epoch only grows, and begins with a snapshot',
  snapshot: 'a snapshot comes soon after it is wanted, has a beginning and an end, and leaves nothing out',
  alive: 'a word comes every five seconds',
  known: 'only what was told of before is spoken about',
  market: 'markets, lines and outcomes are those of the sport',
  prices: 'prices and chances stand in the order of the outcomes, and belong together',
  facts: 'facts are only added, numbered from 1, each one of its sport',
  stop: 'betting is stopped at a goal before new prices come',
  state: 'an event moves as the table of states says, and nothing of it is for sale after its end',
  result: 'a result is what the facts make of the market',
} as const

export type FeedRule = keyof typeof feedRules
export type Finding = { rule: FeedRule; what: string }
export type Find = (rule: FeedRule, what: string) => void
