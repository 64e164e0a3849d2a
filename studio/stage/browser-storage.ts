/** Kept while the tab lives, as far as the frame may keep anything: one without an origin may not. */
export function readStored(name: string): string | null {
  try {
    return sessionStorage.getItem(`stage.${name}`)
  } catch {
    return null
  }
}

export function writeStored(name: string, value: string) {
  try {
    sessionStorage.setItem(`stage.${name}`, value)
  } catch {
    // Then it lasts until the game is closed.
  }
}
