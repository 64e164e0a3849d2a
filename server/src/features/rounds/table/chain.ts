import { hash, randomBytes } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { type ChanceKey, chanceBytes, openChance, ownerOfChain } from '../sealed-chance.ts'

/** Some weeks of rounds without a pause. */
export const chainLength = 100_000

/** Every so manieth link is remembered, so that none is far. */
const stride = 512
/** Links between two breaths: other work waits no longer. */
const atOnce = 8 * stride
const mostChains = 4

export const nextLink = (link: Buffer): Buffer => hash('sha256', link, 'buffer')

type Chain = { root: Buffer; length: number }
/** As the database has it. */
type KeptChain = { game: string; rootKept: Buffer; length: number }

/** From the root on; the last one is the link that is published first. */
async function walk({ root, length }: Chain): Promise<{ marks: Buffer[]; terminal: Buffer }> {
  const marks: Buffer[] = []
  let link = root
  for (let at = 0; at < length; at += 1) {
    if (at % stride === 0) marks.push(link)
    if (at % atOnce === 0) await breathe()
    link = nextLink(link)
  }
  return { marks, terminal: link }
}

const walked = new Map<string, Promise<Buffer[]>>()

/** What is remembered is the right chain, or none: without its key there is nothing to walk. */
function marksOf({ game, rootKept, length }: KeptChain, { chanceKey }: ChanceKey): Promise<Buffer[]> {
  const name = `${rootKept.toString('hex')}/${length}`
  const known = walked.get(name)
  if (known) return known
  const marks = walk({ root: openChance(rootKept, ownerOfChain(game), { chanceKey }), length }).then(
    (done) => done.marks,
  )
  walked.set(name, marks)
  const [oldest] = walked.keys()
  if (walked.size > mostChains && oldest !== undefined) walked.delete(oldest)
  return marks
}

/** The server seed of the round at this place, counted from 1: hashed so many times it is the terminal hash. */
export async function linkAt(chain: KeptChain, place: number, keys: ChanceKey): Promise<Buffer> {
  const at = chain.length - place
  const mark = (await marksOf(chain, keys))[Math.floor(at / stride)]
  if (!mark || place < 1) throw new Error('a place outside the chain')
  let link = mark
  for (let more = at % stride; more > 0; more -= 1) link = nextLink(link)
  return link
}

export async function makeChain(length: number): Promise<Chain & { terminal: Buffer }> {
  const root = randomBytes(chanceBytes)
  const { terminal } = await walk({ root, length })
  return { root, length, terminal }
}
