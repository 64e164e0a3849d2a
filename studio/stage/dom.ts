type Props = {
  class?: string
  text?: string
  /** Anything else, as in HTML; null leaves it out. */
  [attribute: string]: string | number | boolean | null | undefined
}

/** A tree of elements as one expression. Without inline styles and handlers: the page's rules allow none. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  { text, ...attributes }: Props = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue
    element.setAttribute(name, value === true ? '' : String(value))
  }
  if (text !== undefined) element.textContent = text
  element.append(...children)
  return element
}

const svgSpace = 'http://www.w3.org/2000/svg'

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number> = {},
  ...children: readonly Node[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(svgSpace, tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
  element.append(...children)
  return element
}

/** Writes only what changed, so that nothing is announced or laid out twice. */
export function write(element: Element, text: string) {
  if (element.textContent !== text) element.textContent = text
}
