import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ToastCard } from './toasts.tsx'

const drawn = { id: 'level', kind: 'info', title: 'Level 3', text: 'Two more to go', timeoutMs: 0 } as const

test('a toast is drawn by its own component where it has one, else by its title and text', () => {
  const plain = renderToStaticMarkup(createElement(ToastCard, { toast: drawn, closeLabel: 'Close' }))
  expect(plain).toContain('<b>Level 3</b><p>Two more to go</p>')
  const component = () => createElement('strong', null, 'Level up')
  const own = renderToStaticMarkup(createElement(ToastCard, { toast: { ...drawn, component }, closeLabel: 'Close' }))
  expect(own).toContain('<strong>Level up</strong>')
  expect(own).not.toContain('Level 3')
  expect(own).toContain('aria-label="Close"')
})
