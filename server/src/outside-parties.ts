import type { Config } from './config.ts'
import { ownAddress } from './config.ts'
import { openSocialClients, readSocialSettings, type SocialClients } from './features/auth/auth.ts'
import { type Gateways, openSms, openSmtp } from './features/mail/mail.ts'
import { noProvider, openSumsub } from './features/verification/verification.ts'
import { providerFetch } from './http/provider-fetch.ts'
import type { Log } from './log.ts'
import type { IdentityProvider } from './ports/identity.ts'
import { coinsMount } from './sandbox/coins-api.ts'
import { identityMount } from './sandbox/identity-api.ts'
import { paymentMount } from './sandbox/payment-desk.ts'
import type { Peers } from './sandbox/peers.ts'
import { sandboxClient, sandboxDetour } from './sandbox/social.ts'
import type { Secrets } from './secrets.ts'

type Settings = { config: Config; secrets: Secrets; log: Log }

/** Real services by their settings; while the sandbox is on it stands in for the others. */
export function openSocial({ config, secrets }: Pick<Settings, 'config' | 'secrets'>): SocialClients {
  const detour = config.isSandboxOn ? sandboxDetour(config) : null
  return openSocialClients({
    settings: readSocialSettings(config.secretsDir),
    standIn: config.isSandboxOn ? sandboxClient({ config, keys: secrets }) : null,
    fetchFor: (issuer) => providerFetch(issuer, issuer === detour?.from ? detour : null),
  })
}

/** The operator's provider; else the sandbox's; else no player is verified. */
export function openIdentity({ config, secrets, log }: Settings): { name: string | null; provider: IdentityProvider } {
  const { sumsubUrl, sumsubLevel: level, sumsubActionLevel: actionLevel } = config
  const sandboxUrl = config.isSandboxOn ? `${ownAddress(config)}${identityMount}` : undefined
  const url = sumsubUrl ?? sandboxUrl
  if (!url) return { name: null, provider: noProvider }
  const keys = { token: secrets.identityToken.current, secret: secrets.identitySecret.current }
  return { name: sumsubUrl ? 'sumsub' : 'sandbox', provider: openSumsub({ url, level, actionLevel, ...keys, log }) }
}

/** Where the stand-ins take and pay money: our own calls go to this very process, browsers to the site's address. */
export const sandboxPayments = (config: Config) =>
  config.isSandboxOn
    ? {
        paymentUrl: `${ownAddress(config)}${paymentMount}`,
        paymentPagesUrl: `${config.origin}${paymentMount}`,
        coinsUrl: `${ownAddress(config)}${coinsMount}`,
      }
    : null

/** The operator's gateways; else those of the sandbox; else letters wait. */
export function openGateways({ config, secrets, log }: Settings, peers: Peers): Gateways {
  const { smtpUrl = peers.smtpUrl, smsUrl = peers.smsUrl } = config
  if (!smtpUrl) log.warn('SMTP_URL is not set: mails wait until it is')
  if (!smsUrl) log.warn('SMS_URL is not set: messages to phones wait until it is')
  return {
    email: smtpUrl ? openSmtp({ url: smtpUrl, from: config.mailFrom }) : null,
    sms: smsUrl ? openSms({ url: smsUrl, token: secrets.smsToken.current }) : null,
  }
}
