import { hash, randomBytes } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'

/** Some weeks of rounds without a pause. */
export const chainLength = 100_000

/** Every so manieth link is remembered, so that none is far. */
const stride = 512
/** Links between two breaths: other work waits no longer. */
const atOnce = 8 * stride
const mostChains = 4

export const nextLink = (link: Buffer): Buffer => hash('sha256', link, 'buffer')

type Chain = { root: Buffer; length: number }

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

function marksOf(chain: Chain): Promise<Buffer[]> {
  const name = `${chain.root.toString('hex')}/${chain.length}`
  const known = walked.get(name)
  if (known) return known
  const marks = walk(chain).then((done) => done.marks)
  walked.set(name, marks)
  const [oldest] = walked.keys()
  if (walked.size > mostChains && oldest !== undefined) walked.delete(oldest)
  return marks
}

/** The server seed of the round at this place, counted from 1: hashed so many times it is the terminal hash. */
export async function linkAt(chain: Chain, place: number): Promise<Buffer> {
  const at = chain.length - place
  const mark = (await marksOf(chain))[Math.floor(at / stride)]
  if (!mark || place < 1) throw new Error('a place outside the chain')
  let link = mark
  for (let more = at % stride; more > 0; more -= 1) link = nextLink(link)
  return link
}

export async function makeChain(length: number): Promise<Chain & { terminal: Buffer }> {
  const root = randomBytes(32)
  const { terminal } = await walk({ root, length })
  return { root, length, terminal }
}
