/**
 * In how many ways a pattern can walk through a text of the given length. A matcher that goes back and tries again
 * tries each way at most once, so this bounds its work: `(a|a)*` has more ways than there is time.
 * Infinity for what cannot be counted. The source has to be a pattern that the language accepts with the flag `u`.
 */
export function countPaths(source: string, textLength: number): number {
  let at = 0

  function alternatives(): number {
    let total = sequence()
    while (source[at] === '|') {
      at += 1
      total += sequence()
    }
    return total
  }

  function sequence(): number {
    let ways = 1
    while (at < source.length && source[at] !== '|' && source[at] !== ')') ways *= repeated(atom())
    return ways
  }

  function atom(): number {
    const sign = source[at]
    if (sign === '(') return group()
    if (sign === '[') return skip(/\[(?:\\.|[^\\\]])*\]/suy)
    if (sign !== '\\') return skip(/./suy)
    // A reference back makes the next step depend on all earlier ones.
    const isReference = /^\\[1-9k]/.test(source.slice(at, at + 2))
    const ways = skip(/\\(?:[pPu]\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[a-zA-Z]|.)/suy)
    return isReference ? Number.POSITIVE_INFINITY : ways
  }

  function group(): number {
    skip(/\((?:\?(?:<?[=!]|<[^>]*>|[a-z-]*:))?/suy)
    const ways = alternatives()
    at += 1
    return ways
  }

  function skip(part: RegExp): number {
    part.lastIndex = at
    at += part.exec(source)?.[0].length ?? source.length
    return 1
  }

  function repeated(ways: number): number {
    const quantifier = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/uy
    quantifier.lastIndex = at
    const found = quantifier.exec(source)
    if (!found || ways === Number.POSITIVE_INFINITY) return ways
    at += found[0].length
    const [least, most] = bounds(found)
    let total = 0
    for (let times = Math.min(least, textLength); times <= Math.min(most, textLength); times += 1)
      total += ways ** times
    return total
  }

  function bounds([text, from, comma, to]: RegExpExecArray): [number, number] {
    if (from === undefined) return [text.startsWith('+') ? 1 : 0, text.startsWith('?') ? 1 : textLength]
    if (comma === '') return [Number(from), Number(from)]
    return [Number(from), to ? Number(to) : textLength]
  }

  const ways = alternatives()
  return at >= source.length ? ways : Number.POSITIVE_INFINITY
}
