/** The web's build has one face; its types live in the contract. */
declare module '@croupier/web/server' {
  export const render: import('@croupier/contract/boot').Render
}
