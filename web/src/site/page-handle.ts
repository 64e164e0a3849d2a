import { useMatches } from 'react-router'

/** What a page says of itself in its route module. */
export type PageHandle = {
  /** Message key of its own title, used when content has no record for it. */
  title?: string
  isIndexed?: boolean
}

const isHandle = (value: unknown): value is PageHandle => typeof value === 'object' && value !== null

const wordOf = (routeId: string): string => routeId.split('/').at(-1) ?? ''

/** A module that serves several routes says it for the last word of the route's id. */
export function usePageHandle(): PageHandle {
  const page = useMatches().at(-1)
  const said: unknown = typeof page?.handle === 'function' ? page.handle(wordOf(page.id)) : page?.handle
  return isHandle(said) ? said : {}
}

/** Which of its routes a module stands for now. */
export const useRouteWord = (): string => wordOf(useMatches().at(-1)?.id ?? '')
