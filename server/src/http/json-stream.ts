const partLength = 16_384

const isList = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value)

/** Objects are opened, lists that come piece by piece are written as they come, everything else at once. */
async function* pieces(value: unknown): AsyncGenerator<string> {
  if (isList(value)) {
    let glue = '['
    for await (const item of value) {
      yield glue + JSON.stringify(item)
      glue = ','
    }
    yield glue === '[' ? '[]' : ']'
    return
  }
  if (!isGroup(value)) {
    yield JSON.stringify(value)
    return
  }
  let glue = '{'
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue
    yield `${glue}${JSON.stringify(key)}:`
    yield* pieces(item)
    glue = ','
  }
  yield glue === '{' ? '{}' : '}'
}

/** JSON in parts of a few kilobytes. A list may be an async iterable: it is read while it is written, never held. */
export async function* jsonParts(value: unknown): AsyncGenerator<string> {
  let part = ''
  for await (const piece of pieces(value)) {
    part += piece
    if (part.length < partLength) continue
    yield part
    part = ''
  }
  yield part
}
