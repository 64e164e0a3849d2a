/** How a name stands in an address: `real-alameda`. The same in every language, so it is made of English names. */
export const slugOf = (...names: readonly string[]): string =>
  names
    .join(' ')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80) || 'match'
