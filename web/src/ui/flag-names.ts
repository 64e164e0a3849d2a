// Flags that stand beside the name of a language or a country. `node tools/sprite.ts` writes their files.
export const flagNames = ['br', 'de', 'es', 'fr', 'gb', 'it', 'pl', 'pt', 'ru', 'tr', 'ua', 'us'] as const

export type FlagName = (typeof flagNames)[number]
