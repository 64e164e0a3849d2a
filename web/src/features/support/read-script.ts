/** Puts a script of others into the page; settles when it was read, and throws when it could not be. */
export const readScript = (address: string): Promise<void> =>
  new Promise((done, fail) => {
    const script = document.createElement('script')
    script.src = address
    script.async = true
    script.onload = () => done()
    script.onerror = () => fail(new Error(`a script could not be read: ${new URL(address).host}`))
    document.head.append(script)
  })
