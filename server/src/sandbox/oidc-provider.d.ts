// The package's own entry warns on the console about every Node release that is not called LTS yet.
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider'
}
declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  import { interactionPolicy } from 'oidc-provider'
  export const base: typeof interactionPolicy.base
}
