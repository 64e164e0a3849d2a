/** `page` of an address, from 1 on. Whatever is no page is the first. */
export const pageOf = (word: string | null): number => (/^[1-9]\d{0,5}$/.test(word ?? '') ? Number(word) : 1)

/** The first, the last and the neighbours of the page one is on; 0 stands for what is left out. */
export function pageNumbers(at: number, count: number): number[] {
  const near = [1, at - 1, at, at + 1, count]
  // Near an end three in a row are shown, so that the row keeps its length.
  if (at <= 2) near.push(3)
  if (at >= count - 1) near.push(count - 2)
  const shown = [...new Set(near)].filter((page) => page >= 1 && page <= count).sort((a, b) => a - b)
  return shown.flatMap((page, place) => {
    const gap = page - (shown[place - 1] ?? page)
    if (gap === 2) return [page - 1, page]
    return gap > 2 ? [0, page] : [page]
  })
}
