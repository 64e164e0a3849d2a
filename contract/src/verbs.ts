import type { MethodName } from './contract.ts'

/** The browser needs to know which calls are POST, and nothing else of the schemas. A test holds this against the contract. */
const posts: ReadonlySet<MethodName> = new Set<MethodName>(['account.changelocale', 'storage.set'])

export const verbOf = (name: MethodName): 'GET' | 'POST' => (posts.has(name) ? 'POST' : 'GET')
