/** However much happens: it is asked for again no more often. */
const restMs = 5_000

/** What came with a page, and from then on what is asked for after news. */
export function openLooks<Things>(show: (things: Things) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** How often the page was made anew; none while it is gone. */
  let page: number | null = 0
  let pages = 0

  /** An answer of null: it could not be asked for, and what is shown stays. */
  function look(ask: () => Promise<Things | null>) {
    timer ??= setTimeout(async () => {
      timer = undefined
      const asked = page
      const fresh = await ask()
      if (page === null) return
      // The page was made anew meanwhile, and and which of the two is newer cannot be told.
      if (asked !== page) look(ask)
      else if (fresh) show(fresh)
    }, restMs)
  }

  return {
    look,
    /** News that wait are asked for all the same: they may have come after the page's data were read. */
    renew(things: Things) {
      pages += 1
      page = pages
      show(things)
    },
    close() {
      page = null
      clearTimeout(timer)
      timer = undefined
    },
  }
}
