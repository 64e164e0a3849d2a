/** Hands a text to the player as a file. It never leaves the browser. */
export function saveFile(name: string, type: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads it a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
