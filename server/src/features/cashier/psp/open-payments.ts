import type { Config } from '../../../config.ts'
import type { Log } from '../../../log.ts'
import type { PaymentProvider, Payments } from '../../../ports/payments.ts'
import type { Secrets } from '../../../secrets.ts'
import { gatewayName } from '../methods.ts'
import { openCoins } from './coins.ts'
import { openHosted } from './hosted.ts'

type Options = {
  config: Config
  secrets: Secrets
  log: Log
  /** Where the stand-ins are, for us and for browsers; null while the sandbox is off. */
  sandbox: { paymentUrl: string; paymentPagesUrl: string; coinsUrl: string } | null
}

/** The operator's providers; else those of the sandbox; else no money is taken or paid that way. */
export function openPayments({ config, secrets, log, sandbox }: Options): Payments {
  const { paymentUrl, coinsUrl, paymentMerchant: merchant, origin } = config
  const providers: PaymentProvider[] = []
  const gateway = { origin, merchant, secret: secrets.paymentSecret, webhook: secrets.paymentWebhook, log }
  if (paymentUrl) providers.push(openHosted({ ...gateway, name: gatewayName, url: paymentUrl, pagesUrl: paymentUrl }))
  else if (sandbox) {
    const { paymentUrl: url, paymentPagesUrl: pagesUrl } = sandbox
    providers.push(openHosted({ ...gateway, name: 'sandbox', url, pagesUrl }))
  }
  const url = coinsUrl ?? sandbox?.coinsUrl
  if (url) providers.push(openCoins({ name: 'coins', url, token: secrets.coinsToken, log }))
  return new Map(providers.map((provider) => [provider.name, provider]))
}
