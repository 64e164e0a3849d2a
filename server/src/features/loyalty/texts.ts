import { clubFlagsOf } from '@croupier/contract/closed-pages'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Raw } from '../../ports/content.ts'

/** The words of the club: content, in the language of the page. A broken field becomes its default. */

const text = z.string().catch('')

const level = z.object({ id: z.number(), name: text, image: text, benefits: z.array(z.string()).catch([]) })

const programTexts = z.object({
  sysname: z.string(),
  title: text,
  text,
  is_public: z.boolean().catch(true),
  levels: z.array(level.or(z.unknown().transform(() => null))).catch([]),
})
const productTexts = z.object({ sysname: z.string(), title: text, text, image: text, position: z.number().catch(0) })
const questTexts = z.object({
  sysname: z.string(),
  title: text,
  text,
  icon: text,
  position: z.number().catch(0),
  trigger: z.enum(['quest', 'register', 'profile', 'confirm']).catch('quest'),
})
const noticeTexts = z.object({ trigger: z.string(), state: text, title: text, message: text, image: text })

type Reading = Pick<Context, 'content' | 'locale'>

/** Records that can be read. */
const parsed = <S extends z.ZodType>(schema: S, records: readonly Raw[]): z.output<S>[] =>
  records.flatMap((record) => {
    const read = schema.safeParse(record)
    return read.success ? [read.data] : []
  })

const byName = <T extends { sysname: string }>(all: readonly T[]) => new Map(all.map((each) => [each.sysname, each]))

export const readProgramTexts = async ({ content, locale }: Reading) =>
  byName(parsed(programTexts, await content.collection('loyalty-programs', locale)))

export const readProductTexts = async ({ content, locale }: Reading) =>
  byName(parsed(productTexts, await content.collection('loyalty-products', locale)))

export const readQuestTexts = async ({ content, locale }: Reading) =>
  byName(parsed(questTexts, await content.collection('quests', locale)))

export const readNoticeTexts = async ({ content, locale }: Reading) =>
  parsed(noticeTexts, await content.collection('loyalty-notices', locale))

export type ProgramTexts = z.output<typeof programTexts>
export type QuestTexts = z.output<typeof questTexts>

/** Whether the site has a club at all, and dealers. */
export const clubFlags = async ({ content, locale }: Reading) => clubFlagsOf(await content.config(locale))

/** `{name}` → its value; what is not known stays out. */
export const filled = (words: string, values: Readonly<Record<string, string>>): string =>
  words.replace(/\{(\w+)\}/g, (_found, name: string) => values[name] ?? '')
