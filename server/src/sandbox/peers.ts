import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import type { Log } from '../log.ts'
import type { Secrets } from '../secrets.ts'
import { openChatPeer } from './chat/peer.ts'
import { openSmsPeer } from './sms.ts'
import { openSmtpPeer } from './smtp.ts'

type Options = {
  config: Config
  sql: Db
  secrets: Secrets
  log: Log
  /** The chat's script at the first process of the house, or null where it has none; not given in the first one. */
  chatElsewhere?: string | null | undefined
}

export type Peers = Awaited<ReturnType<typeof openPeers>>

/** The stand-in peers that have doors of their own on this machine: none while the sandbox is off. */
export async function openPeers({ config, sql, secrets, log, chatElsewhere }: Options) {
  const smtp = config.isSandboxOn && !config.smtpUrl ? await openSmtpPeer({ sql, log }) : null
  const sms =
    config.isSandboxOn && !config.smsUrl ? await openSmsPeer({ sql, token: secrets.smsToken.current, log }) : null
  const chat = chatElsewhere === undefined ? await openChatPeer(config) : null
  return {
    /** What a page loads to talk; null where there is no chat. */
    chatScript: () => chatElsewhere ?? chat?.script() ?? null,
    talks: chat?.talks ?? null,
    smtpUrl: smtp?.url,
    smsUrl: sms?.url,
    async close() {
      await smtp?.close()
      await sms?.close()
      await chat?.close()
    },
  }
}
