import type { MouseEvent } from 'react'

/** A press that opens a link beside this page; the browser does that alone. */
export const isForNewPage = (event: MouseEvent): boolean =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
