/** The web's build has one face; its types live in the contract. */
declare module '@croupier/web/server' {
  type Render = import('@croupier/contract/boot').Render
  export const render: Render
  /** Only the bench asks for it. */
  export const renderBare: (...page: Parameters<Render>) => Promise<() => Promise<string>>
}
