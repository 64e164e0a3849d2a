import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  // The whole route list is one small cached file: no request per link, nothing to guess.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
