import { clubFlagsOf } from '@croupier/contract/closed-pages'
import { noticeRecord, productRecord, programRecord, questRecord } from '@croupier/contract/content-records'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Raw } from '../../ports/content.ts'

/** The words of the club: content, in the language of the page. A broken field becomes its default. */

type Reading = Pick<Context, 'content' | 'locale'>

/** Records that can be read. */
const parsed = <S extends z.ZodType>(schema: S, records: readonly Raw[]): z.output<S>[] =>
  records.flatMap((record) => {
    const read = schema.safeParse(record)
    return read.success ? [read.data] : []
  })

const byName = <T extends { sysname: string }>(all: readonly T[]) => new Map(all.map((each) => [each.sysname, each]))

export const readProgramTexts = async ({ content, locale }: Reading) =>
  byName(parsed(programRecord, await content.collection('loyalty-programs', locale)))

export const readProductTexts = async ({ content, locale }: Reading) =>
  byName(parsed(productRecord, await content.collection('loyalty-products', locale)))

export const readQuestTexts = async ({ content, locale }: Reading) =>
  byName(parsed(questRecord, await content.collection('quests', locale)))

export const readNoticeTexts = async ({ content, locale }: Reading) =>
  parsed(noticeRecord, await content.collection('loyalty-notices', locale))

export type ProgramTexts = z.output<typeof programRecord>
export type QuestTexts = z.output<typeof questRecord>

/** Whether the site has a club at all, and dealers. */
export const clubFlags = async ({ content, locale }: Reading) => clubFlagsOf(await content.config(locale))

/** `{name}` → its value; what is not known stays out. */
export const filled = (words: string, values: Readonly<Record<string, string>>): string =>
  words.replace(/\{(\w+)\}/g, (_found, name: string) => values[name] ?? '')
