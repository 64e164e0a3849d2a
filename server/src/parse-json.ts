/** Text from outside, which may be no JSON at all: then it is nothing, and the caller says so. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
