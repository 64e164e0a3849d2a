/** How texts are compared: without case, accents and signs, so that `Baccarat Privé` and `baccarat prive` are one. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const cyrillic = /\p{Script=Cyrillic}/u
export const hasCyrillic = (text: string): boolean => cyrillic.test(text)

/** The same keys on the two layouts. */
const latinKeys = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const cyrillicKeys = 'ёйцукенгшщзхъфывапролджэячсмитьбю'

const sounds: Record<string, string> = Object.fromEntries(
  'а:a б:b в:v г:g д:d е:e ё:e ж:zh з:z и:i й:i к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:h ц:c ч:ch ш:sh щ:sch ъ: ы:y ь: э:e ю:yu я:ya'
    .split(' ')
    .map((pair) => pair.split(':')),
)

const retype = (text: string, from: string, to: string) =>
  [...text.toLowerCase()].map((letter) => to[from.indexOf(letter)] ?? letter).join('')

const speak = (text: string) => [...text.toLowerCase()].map((letter) => sounds[letter] ?? letter).join('')

/**
 * What a player may have meant: the text itself; the same keys on the other layout (`кщгдуе` for `roulet`); Cyrillic
 * letters by their sound (`плинт` for `plint`).
 */
export function readings(text: string, isCyrillicKnown: boolean): string[] {
  const others = hasCyrillic(text)
    ? [retype(text, cyrillicKeys, latinKeys), speak(text)]
    : isCyrillicKnown
      ? [retype(text, latinKeys, cyrillicKeys)]
      : []
  return [...new Set([text, ...others].map(fold))].filter((reading) => reading !== '')
}

/** Which letters a text has, one bit for each; some share one. */
export function lettersOf(text: string): number {
  let letters = 0
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) & 31)
  return letters
}

/** How many of these letters are not among the others: each costs at least one mistake. */
export function lacking(letters: number, others: number): number {
  let count = 0
  for (let left = letters & ~others; left !== 0; left &= left - 1) count += 1
  return count
}

/** How many typing mistakes a word of this length may have: short words would fit everything. */
export const mostEdits = (length: number): number => (length < 4 ? 0 : length < 7 ? 1 : 2)

export type Nearness = { edits: number; isWhole: boolean }

/** Rows of the table of distances; longer words than any game has are cut. */
const longest = 64
const rows = [0, 1, 2].map(() => new Uint8Array(longest + 4))
const far = 99

/**
 * How far a typed word is from the beginning of another: letters that are wrong, missing, too many or swapped. It may
 * still be unfinished. Null: farther than `most`. Only the band of the table where it can be that near is computed,
 * because every name of the hall passes here at every letter that a player types.
 */
export function nearness(typed: string, word: string, most: number): Nearness | null {
  const [height, width] = [typed.length, Math.min(word.length, typed.length + most)]
  if (height > longest || width < height - most) return null
  let [before, last, now] = rows
  if (!before || !last || !now) return null
  for (let at = 0; at <= width; at += 1) last[at] = at
  for (let row = 1; row <= height; row += 1) {
    const [from, to] = [Math.max(1, row - most), Math.min(width, row + most)]
    const letter = typed.charCodeAt(row - 1)
    // Outside of the band nothing is near.
    now[from - 1] = from === 1 ? row : far
    if (to > row - 1 + most) last[to] = far
    let best = now[from - 1] ?? far
    for (let at = from; at <= to; at += 1) {
      const other = word.charCodeAt(at - 1)
      let value = (last[at - 1] ?? far) + (letter === other ? 0 : 1)
      value = Math.min(value, (last[at] ?? far) + 1, (now[at - 1] ?? far) + 1)
      const isSwapped = row > 1 && at > 1 && letter === word.charCodeAt(at - 2) && typed.charCodeAt(row - 2) === other
      if (isSwapped) value = Math.min(value, (before[at - 2] ?? far) + 1)
      now[at] = value
      if (value < best) best = value
    }
    if (best > most) return null
    ;[before, last, now] = [last, now, before]
  }
  const whole = width === word.length ? (last[width] ?? far) : far
  if (whole <= most) return { edits: whole, isWhole: true }
  let edits = far
  for (let at = Math.max(0, height - most); at <= width; at += 1) edits = Math.min(edits, last[at] ?? far)
  return edits <= most ? { edits, isWhole: false } : null
}
