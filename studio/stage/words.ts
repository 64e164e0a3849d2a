export type Words = Readonly<Record<string, string>>
/** By locale; English stands in for one that a title does not speak. */
export type WordLoaders = Readonly<Record<string, () => Promise<{ default: Words }>>>

export type Say = (key: string, values?: Record<string, string | number>) => string

/** `{name}` is replaced by the value of that name; one that is missing stays readable. */
export const filled = (text: string, values: Record<string, string | number> = {}): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

/** Looks into each set in turn. A word that no set has shows as its key: seen in the first look at a page. */
export const sayWith =
  (...sets: readonly Words[]): Say =>
  (key, values) =>
    filled(sets.find((set) => set[key] !== undefined)?.[key] ?? key, values)

export async function loadWords(loaders: WordLoaders, locale: string): Promise<Words> {
  const load = loaders[locale] ?? loaders[locale.split('-')[0] ?? ''] ?? loaders.en
  return load ? (await load()).default : {}
}
