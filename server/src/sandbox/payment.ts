import type { FastifyInstance } from 'fastify'
import { paymentApi } from './payment-api.ts'
import { paymentPages } from './payment-choice.ts'
import { openPaymentDesk, type PaymentPeerOptions, paymentMount } from './payment-desk.ts'
import { keepRawBodies } from './raw-body.ts'

const bodyMaxBytes = 65_536

/** A card gateway of our own: the API with its signatures, its pages, and its signed notices. */
export async function sandboxPayment(app: FastifyInstance, options: PaymentPeerOptions) {
  await app.register(
    async (scope) => {
      keepRawBodies(scope, bodyMaxBytes)
      const desk = await openPaymentDesk(scope, options)
      await scope.register(async (api) => paymentApi(api, desk))
      await scope.register(async (pages) => paymentPages(pages, desk))
    },
    { prefix: paymentMount },
  )
}
