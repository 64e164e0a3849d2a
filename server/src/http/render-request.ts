/** The router sees the address and nothing else: who asks was settled before. */
export const renderRequest = (url: URL) => new Request(url, { headers: { accept: 'text/html' } })
