/** Text from outside, which may be no JSON at all: then it is nothing, and the caller says so. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The same for texts that move money: an object that names a field twice is nothing either. Which of the two counts
 * differs from reader to reader, so two of them could understand two different orders in one signed text.
 */
export function parseStrictJson(text: string): unknown {
  const read = parseJson(text)
  return read !== undefined && hasDoubleField(text) ? undefined : read
}

// A string, or whatever opens, closes or parts; the text is known to be JSON.
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

function hasDoubleField(text: string): boolean {
  /** Fields of every object that is open; null for a list. */
  const open: (Set<unknown> | null)[] = []
  let last = ''
  for (const [token] of text.matchAll(tokens)) {
    const fields = open.at(-1)
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : null)
    else if (token === '}' || token === ']') open.pop()
    else if (token === ':' && fields) {
      const name: unknown = JSON.parse(last)
      if (fields.has(name)) return true
      fields.add(name)
    }
    last = token
  }
  return false
}
