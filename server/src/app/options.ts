import type { Render } from '@croupier/contract/boot'
import type { Config } from '../config.ts'
import type { ConnectionShare } from '../db/connections.ts'
import type { Database } from '../db/db.ts'
import type { Listener } from '../db/listener.ts'
import type { Log } from '../log.ts'
import type { Payments } from '../ports/payments.ts'
import type { FeedHands } from '../sandbox/pass-wishes.ts'
import type { SampleProvider } from '../sandbox/sample-provider.ts'
import type { Secrets } from '../secrets.ts'

export type AppOptions = {
  config: Config
  secrets: Secrets
  db: Database
  log: Log
  render: Render
  buildId: string
  /** Folders whose files are served as they are: the web's build, or its public folder while developing. */
  assetDirs: string[]
  contentDir: string
  /** The build of the studio's games. */
  studioDir: string
  /** Hears what other nodes say. */
  listener?: Listener
  /** Whether this process runs jobs by itself; tests run them by hand. */
  hasWorkers?: boolean
  /** Other payment providers than those of the settings, for tests. */
  payments?: Payments
  /** Where the games of the sample provider are; without it they cannot be opened. */
  sample?: Pick<SampleProvider, 'address' | 'origin'>
  /** By these a person makes things happen in the simulated matches. */
  hands?: FeedHands
  /** Where builders of simulated matches are priced, once it is known. */
  simulated?: () => string | undefined
  /** Which of several processes of this machine this is, from 1 on. */
  worker?: number
  /** Another of them, which has the stand-ins; without it they are here. */
  first?: { address: string; chatScript: string | null }
  /** What the others have counted, where this is the first of several. */
  measureOthers?: () => Promise<object[][]>
  /** Connections that are this process's to open. */
  share?: ConnectionShare | undefined
  /** How long producers are waited for, in tests. */
  producerPatienceMs?: number
}
