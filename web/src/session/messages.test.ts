import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Windows that talk to each other: every place is known, names whom it speaks to, and asks who speaks. */

const root = join(import.meta.dirname, '../../..')
const sources = globSync(['web/src/**/*.{ts,tsx}', 'server/src/**/*.ts', 'contract/src/**/*.ts'], { cwd: root })
  .filter((path) => !/\.test\.ts$/.test(path))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(root, path), 'utf8') }))

const having = (pattern: RegExp) =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .sort()

test('no message goes to an unnamed listener', () => {
  expect(sources.length).toBeGreaterThan(300)
  expect(having(/postMessage\([^)]*['"`]\*['"`]/s)).toEqual([])
  // Without a target a message to a window would go to its own origin alone; to a channel it needs none.
  expect(having(/\.postMessage\(/)).toEqual([
    'server/src/http/frame-page.ts',
    'server/src/http/oauth.ts',
    'server/src/sandbox/chat/browser.ts',
    'server/src/sandbox/identity-page.ts',
    'server/src/sandbox/payment-pages.ts',
    'server/src/sandbox/sample/client.ts',
    'web/src/features/auth/form-page.tsx',
    // Through a port that the game handed over: no other window hears it.
    'web/src/features/games/use-game-port.ts',
    'web/src/session/other-tabs.ts',
  ])
})

test('a page that listens to other windows asks for their origin and for the window itself', () => {
  expect(having(/addEventListener\(['"]message['"]|\bonmessage\b/)).toEqual([
    'server/src/sandbox/chat/browser.ts',
    // On the port that it made itself.
    'server/src/sandbox/sample/client.ts',
    'web/src/features/auth/form-page.tsx',
    'web/src/features/auth/social-window.ts',
    'web/src/features/cashier/requisite-card-frame.tsx',
    'web/src/features/games/use-game-port.ts',
    'web/src/features/verification/provider-frame.tsx',
    'web/src/session/other-tabs.ts',
  ])
  const textOf = (path: string) => sources.find((source) => source.path === path)?.text ?? ''
  expect(textOf('web/src/features/auth/form-page.tsx')).toContain('isFromParent(event, origin, window.parent)')
  expect(textOf('web/src/features/verification/provider-frame.tsx')).toContain(
    'origin === location.origin && source === frame.current?.contentWindow',
  )
  expect(textOf('server/src/sandbox/chat/browser.ts')).toContain('origin !== home || source !== frame?.contentWindow')
  // A card's frame may be another origin's, so the origin it was loaded from is the one that is believed.
  expect(textOf('web/src/features/cashier/requisite-card-frame.tsx')).toContain(
    'source === frame.current?.contentWindow && origin === expected',
  )
  // A game has no origin of its own; that it is our frame is all there is to ask, and all that is needed.
  expect(textOf('web/src/features/games/use-game-port.ts')).toContain('event.source !== frame.current?.contentWindow')
  // The other two are channels, which no other origin can reach.
  for (const path of ['web/src/features/auth/social-window.ts', 'web/src/session/other-tabs.ts']) {
    expect(textOf(path)).toContain('new BroadcastChannel(')
    expect(textOf(path)).not.toMatch(/window\.(addEventListener\(['"]message|onmessage)/)
  }
})
