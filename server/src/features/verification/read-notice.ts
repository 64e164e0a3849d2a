import { z } from 'zod'
import { parseStrictJson } from '../../parse-json.ts'
import type { Notice } from './rules.ts'

const moment = z.union([z.string().max(40), z.number().int()])

const wire = z.object({
  applicantId: z.string().min(1).max(200),
  externalUserId: z.string().max(200).nullish(),
  externalApplicantActionId: z.string().max(200).nullish(),
  type: z.string().min(1).max(100),
  reviewResult: z
    .object({
      reviewAnswer: z.string().max(20),
      reviewRejectType: z.string().max(20).nullish(),
      rejectLabels: z.array(z.string().max(100)).max(100).nullish(),
    })
    .nullish(),
  createdAtMs: moment.nullish(),
  createdAt: moment.nullish(),
})

/** `2026-02-21 13:23:19.321`, or `2026-02-21 13:23:19+0000`, or milliseconds: always UTC. */
function readMoment(said: string | number | null | undefined): bigint | null {
  if (said === null || said === undefined) return null
  if (typeof said === 'number') return BigInt(said)
  if (/^\d{1,15}$/.test(said)) return BigInt(said)
  const found = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d{1,3})?)(?:Z|\+00:?00)?$/.exec(said)
  const ms = found ? Date.parse(`${found[1]}T${found[2]}Z`) : Number.NaN
  return Number.isNaN(ms) ? null : BigInt(ms)
}

/** Null when it is not a notice. */
export function readNotice(body: Buffer): Notice | null {
  const parsed = wire.safeParse(parseStrictJson(body.toString('utf8')))
  if (!parsed.success) return null
  const { applicantId, externalUserId, externalApplicantActionId, type, reviewResult, createdAtMs, createdAt } =
    parsed.data
  const eventAtMs = readMoment(createdAtMs) ?? readMoment(createdAt)
  if (eventAtMs === null) return null
  return {
    applicantId,
    externalUserId: externalUserId ?? null,
    actionId: externalApplicantActionId ?? null,
    type,
    review: reviewResult
      ? {
          answer: reviewResult.reviewAnswer,
          rejectType: reviewResult.reviewRejectType ?? null,
          labels: reviewResult.rejectLabels ?? [],
        }
      : null,
    eventAtMs,
  }
}
