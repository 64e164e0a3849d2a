/** Text from outside, which may be no JSON at all: then it is nothing, and whoever reads it says so. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
