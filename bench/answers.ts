/** How many bytes follow the head of an answer; null when it is not the answer that was expected. */
export function bodyLength(head: string, status: number): number | null {
  if (!head.startsWith(`HTTP/1.1 ${status} `)) return null
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length !== undefined) return Number(length)
  return status === 304 ? 0 : null
}
