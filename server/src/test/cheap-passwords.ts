import { registerHooks } from 'node:module'

/** Workers of the server's tests load this file first: a module that imports argon2 gets the cheap one. */
const cheap = new URL('./cheap-argon2.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    // The stand-in itself asks for the real one.
    specifier === '@node-rs/argon2' && context.parentURL !== cheap
      ? { url: cheap, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
})
