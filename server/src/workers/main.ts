import { Server } from 'node:net'
import type { App } from '../app.ts'
import { parseConfig } from '../config.ts'
import { openLifetime } from '../lifetime.ts'
import { openLog } from '../log.ts'
import { builtWeb, openNode, startCrowd } from '../open-node.ts'
import { launchAt } from '../sandbox/sample-provider.ts'
import { loadSecrets } from '../secrets.ts'
import { type Begin, orders, type WorkerReport } from './messages.ts'

/**
 * One more process of the house on this machine, a node like any other: database, stand-ins and the port are the first
 * one's, which started it. It ends when that one does, however that ends.
 */
const { opened, closeAll, stop } = openLifetime()
const begun = Promise.withResolvers<Begin>()
const state: { app: App | null; simulated: string | undefined } = { app: null, simulated: undefined }

const report = (said: WorkerReport) => process.send?.(said, undefined, undefined, () => undefined)

process.on('message', (message, handle) => {
  const order = orders.parse(message)
  if (order.kind === 'begin') begun.resolve(order)
  if (order.kind === 'simulated') state.simulated = order.address
  if (order.kind === 'measure')
    void state.app?.measure().then((metrics) => report({ kind: 'measured', id: order.id, metrics }))
  // At once: what is accepted before would wait for ever.
  if (order.kind === 'listen' && handle instanceof Server) state.app?.server.server.listen(handle)
})
report({ kind: 'hears' })
process.on('disconnect', () => process.exit(1))
if (!process.connected) process.exit(1)
// All processes of a terminal or a service are told together: being told again means nothing here.
process.on('SIGINT', stop)
process.on('SIGTERM', stop)

async function start() {
  const { worker, url, share, passTo, chatScript, sampleOrigin } = await begun.promise
  const config = parseConfig(process.env)
  const log = openLog(config.logLevel, worker)
  const node = await openNode(
    {
      ...{ config, log, url, share, worker, web: await builtWeb(), secrets: loadSecrets(config.secretsDir, config) },
      first: { address: passTo, chatScript },
      simulated: () => state.simulated,
      ...(sampleOrigin && { sample: { origin: () => sampleOrigin, address: launchAt(() => sampleOrigin) } }),
    },
    opened,
  )
  opened.push(node.app.close)
  if (config.isCrowdOn) await startCrowd(node, opened)
  await node.app.server.ready()
  state.app = node.app
  report({ kind: 'ready' })
}

try {
  await start()
} catch (error) {
  console.error(error)
  await closeAll().catch(() => undefined)
  process.exit(1)
}
