import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as oidc from 'openid-client'
import { z } from 'zod'
import { isLoopback } from '../../loopback.ts'
import { parseJson } from '../../parse-json.ts'
import { StartError } from '../../start-error.ts'

/** What a service told us to call ourselves, and where it is. */
export type SocialSettings = { issuer: string; clientId: string; clientSecret: string }

const patienceSeconds = 10
/** Keys and addresses of a service change seldom, but they do. */
const freshMs = 3_600_000
const clockToleranceSeconds = 30

/** With the address of the document itself the library would not compare the issuer, so that form is not taken. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.search || url.hash || url.username || url.pathname.includes('/.well-known/')) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

const settings = z.record(
  z.string().regex(/^[a-z][a-z0-9-]{0,30}$/),
  z.strictObject({
    issuer: z.string().refine(isIssuer),
    clientId: z.string().min(1),
    clientSecret: z.string().min(1),
  }),
)

const example = '{"google":{"issuer":"https://accounts.google.com","clientId":"…","clientSecret":"…"}}'

/** `SECRETS_DIR/social.json`; without it no real service is known. */
export function readSocialSettings(secretsDir: string): Record<string, SocialSettings> {
  const path = join(secretsDir, 'social.json')
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw new StartError(`Cannot read ${path}.`)
  }
  const parsed = settings.safeParse(parseJson(text))
  if (!parsed.success) throw new StartError(`${path} takes services with an https issuer, such as ${example}.`)
  return parsed.data
}

/** Sent in the header unless the service says that it takes only the body. */
const secretAsWanted =
  (secret: string): oidc.ClientAuth =>
  (server, client, body, headers) => {
    const taken = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const isInBody = !taken.includes('client_secret_basic') && taken.includes('client_secret_post')
    const auth = isInBody ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret)
    auth(server, client, body, headers)
  }

export type SocialClient = {
  /** Where subjects are unique: the service together with its issuer, so that another issuer under one name is another. */
  key: string
  /** Asked on first use and once an hour; throws when the service is away. */
  open: () => Promise<oidc.Configuration>
}

export type SocialClients = { find: (service: string) => SocialClient | null }

type SocialClientOptions = {
  settings: Record<string, SocialSettings>
  /** Stands in for every service that has no settings, while the sandbox is on. */
  standIn: ((service: string) => SocialSettings) | null
  /** Reaches one issuer and the hosts it names, and no other. */
  fetchFor: (issuer: string) => oidc.CustomFetch
  /** For each question. */
  timeoutSeconds?: number
}

export function openSocialClients({
  settings,
  standIn,
  fetchFor,
  timeoutSeconds = patienceSeconds,
}: SocialClientOptions): SocialClients {
  const known = new Map<string, SocialClient>()

  function clientFrom(service: string, { issuer, clientId, clientSecret }: SocialSettings): SocialClient {
    let opened: { at: number; config: Promise<oidc.Configuration> } | null = null
    async function discover() {
      const isPlain = issuer.startsWith('http:')
      return await oidc.discovery(
        new URL(issuer),
        clientId,
        { [oidc.clockTolerance]: clockToleranceSeconds },
        secretAsWanted(clientSecret),
        {
          timeout: timeoutSeconds,
          [oidc.customFetch]: fetchFor(issuer),
          // The id token's signature is checked although it comes straight from the service.
          execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
        },
      )
    }
    return {
      key: `${service} ${issuer}`,
      open() {
        if (opened && Date.now() - opened.at < freshMs) return opened.config
        const config = discover()
        opened = { at: Date.now(), config }
        config.catch(() => {
          if (opened?.config === config) opened = null
        })
        return config
      },
    }
  }

  return {
    find(service) {
      const client = known.get(service)
      if (client) return client
      const own = Object.hasOwn(settings, service) ? settings[service] : standIn?.(service)
      if (!own) return null
      const made = clientFrom(service, own)
      known.set(service, made)
      return made
    },
  }
}
