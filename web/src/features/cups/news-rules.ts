/** Whether what the stream says of boards names this one. */
export function isAbout(news: unknown, id: string): boolean {
  if (typeof news !== 'object' || news === null || !('items' in news) || !Array.isArray(news.items)) return false
  return news.items.some((item: unknown) => typeof item === 'object' && item !== null && 'id' in item && item.id === id)
}
