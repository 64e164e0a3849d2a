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
  return countFields(read) === countColons(text) ? read : undefined
}

/** Of two fields with one name, only one is left in what was read. By a list: a stranger's text may be nested deep. */
function countFields(read: unknown): number {
  let count = 0
  const left = [read]
  const look = (value: unknown) => typeof value === 'object' && value !== null && left.push(value)
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (Array.isArray(value)) value.forEach(look)
    else if (isFields(value))
      for (const name in value) {
        count += 1
        look(value[name])
      }
  }
  return count
}

const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a]

/** Every field of every object has one; those inside of strings are text. */
function countColons(text: string): number {
  let count = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) isInString = !isInString
    else if (isInString) at += code === backslash ? 1 : 0
    else if (code === colon) count += 1
  }
  return count
}
