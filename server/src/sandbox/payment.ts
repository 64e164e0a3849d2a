import type { FastifyInstance } from 'fastify'
import { paymentApi } from './payment-api.ts'
import { paymentPages } from './payment-choice.ts'
import { openDesk, type PaymentPeerOptions, paymentMount } from './payment-desk.ts'

const bodyMaxBytes = 65_536

/** A card gateway of our own: the API with its signatures, its pages, and its signed notices. */
export async function sandboxPayment(app: FastifyInstance, parts: PaymentPeerOptions) {
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser<Buffer>(
        '*',
        { parseAs: 'buffer', bodyLimit: bodyMaxBytes },
        async (_: unknown, body: Buffer) => body,
      )
      const desk = await openDesk(scope, parts)
      await scope.register(async (api) => paymentApi(api, desk))
      await scope.register(async (pages) => paymentPages(pages, desk))
    },
    { prefix: paymentMount },
  )
}
