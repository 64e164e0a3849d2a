/** What scripts of others leave in the window, reached without trusting any of it. */
const memberOf = (owner: unknown, name: string): unknown =>
  (typeof owner === 'object' && owner !== null) || typeof owner === 'function' ? Reflect.get(owner, name) : undefined

/** `fcWidget.user` → what stands there, or undefined. */
export const partOf = (path: string, root: unknown = globalThis): unknown => path.split('.').reduce(memberOf, root)

/** Calls what stands there, if it can be called. */
export function ask(path: string, ...args: unknown[]): unknown {
  const owner = path.includes('.') ? partOf(path.slice(0, path.lastIndexOf('.'))) : globalThis
  const found = partOf(path)
  return typeof found === 'function' ? Reflect.apply(found, owner, args) : undefined
}

export const canAsk = (path: string): boolean => typeof partOf(path) === 'function'

export const setInWindow = (values: Record<string, unknown>): void => void Object.assign(globalThis, values)

/** For widgets that cannot be told to hide. */
export function setDisplay(selector: string, isShown: boolean): void {
  for (const element of document.querySelectorAll<HTMLElement>(selector)) element.style.display = isShown ? '' : 'none'
}
