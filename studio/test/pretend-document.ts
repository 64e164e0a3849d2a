import { vi } from 'vitest'

/** As much of an element as drawings of ours need. */
class Piece extends EventTarget {
  tagName: string
  children: Piece[] = []
  textContent = ''
  offsetWidth = 0
  style = { setProperty: () => {} }
  #names = new Set<string>()
  classList = {
    add: (name: string) => this.#names.add(name),
    toggle: (name: string, isOn: boolean) => (isOn ? this.#names.add(name) : this.#names.delete(name)),
  }
  constructor(tagName: string) {
    super()
    this.tagName = tagName
  }
  setAttribute(name: string, value: string) {
    if (name === 'class') this.#names = new Set(value.split(' '))
  }
  append(...more: Piece[]) {
    this.children.push(...more)
  }
  replaceChildren(...more: Piece[]) {
    this.children = more
  }
  remove() {}
  querySelectorAll(selector: string): Piece[] {
    const own = this.children.filter((child) => child.#names.has(selector.slice(1)))
    return [...own, ...this.children.flatMap((child) => child.querySelectorAll(selector))]
  }
}

/** Enough of a document for code that makes elements; undone by `vi.unstubAllGlobals`. */
export const pretendDocument = () =>
  vi.stubGlobal('document', {
    createElement: (tag: string) => new Piece(tag),
    createElementNS: (_space: string, tag: string) => new Piece(tag),
    addEventListener: () => {},
  })
