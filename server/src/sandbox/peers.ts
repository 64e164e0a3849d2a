import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import type { Log } from '../log.ts'
import type { Secrets } from '../secrets.ts'
import { openChatPeer } from './chat/peer.ts'
import { openSmsPeer } from './sms.ts'
import { openSmtpPeer } from './smtp.ts'

type Options = { config: Config; sql: Db; secrets: Secrets; log: Log }

export type Peers = Awaited<ReturnType<typeof openPeers>>

/** The stand-in peers that have doors of their own on this machine: none while the sandbox is off. */
export async function openPeers({ config, sql, secrets, log }: Options) {
  const smtp = config.isSandboxOn && !config.smtpUrl ? await openSmtpPeer({ sql, log }) : null
  const sms =
    config.isSandboxOn && !config.smsUrl ? await openSmsPeer({ sql, token: secrets.smsToken.current, log }) : null
  const chat = await openChatPeer(config)
  return {
    chat,
    smtpUrl: smtp?.url,
    smsUrl: sms?.url,
    async close() {
      await smtp?.close()
      await sms?.close()
      await chat?.close()
    },
  }
}
