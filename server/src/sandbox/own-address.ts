import type { Config } from '../config.ts'

/** Where this very process listens, whatever the site is called outside. */
export function ownAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const isEverywhere = ['0.0.0.0', '::', 'localhost'].includes(host)
  const name = isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
