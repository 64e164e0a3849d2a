/** One round of the chain, as it is published when it is over: its seed, and how many hashes it is away from the start. */
export type Link = { place: number; hash: string }

/**
 * Walks from the newest seed down to the hash that was published before the first round, and meets every other seed of
 * the list on the way.
 */
export async function isChained(
  links: readonly Link[],
  terminal: string,
  sha256: (hex: string) => Promise<string>,
): Promise<boolean> {
  const [newest] = links
  if (!newest) return true
  const listed = new Map(links.map(({ place, hash }) => [place, hash]))
  let link = newest.hash
  for (let { place } = newest; place > 0; place -= 1) {
    if ((listed.get(place) ?? link) !== link) return false
    link = await sha256(link)
  }
  return link === terminal
}
