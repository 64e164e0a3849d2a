import type { Operations } from '../context.ts'
import { accountMethods } from './account/account.ts'
import { contentMethods } from './content/content.ts'
import { trackingMethods } from './tracking/tracking.ts'

/** Every operation of the platform; the type says when one is missing. */
export const operations: Operations = { ...accountMethods, ...contentMethods, ...trackingMethods }
