import { type SectionName, sections } from '@croupier/contract/content'
import { type ContentType, contentTypes, picturesIn } from '@croupier/contract/content-model'
import { apiName } from '@croupier/contract/strapi'
import type { Raw } from '../../ports/content.ts'
import { ContentError } from './content-error.ts'
import { recordFaults } from './record-rules.ts'
import { replacedFields } from './rules.ts'
import { type StrapiReader, strapiReader } from './strapi-source.ts'

type Options = { url: string; token: string | undefined; imageHosts: readonly string[] }

/** What of a type the site cannot use; no faults where all of it is well. */
type TypeReport = { name: string; records: number; faults: string[] }

const isSection = (name: string): name is SectionName => Object.hasOwn(sections, name)

/** Looks at everything that the site would read, in the language that all others fall back to. */
export async function checkStrapi({ url, token, imageHosts }: Options) {
  const lacking: { type?: string; field?: string }[] = []
  const reader = strapiReader({ url, token, log: { warn: (what: object) => lacking.push(what) } })
  const locales = await knownLocales(reader)
  const standard = locales?.find(({ isDefault }) => isDefault)?.code ?? 'en'
  const reports: TypeReport[] = []
  for (const type of contentTypes) {
    const records = await recordsOf(reader, type, standard).catch((error: unknown) => String(error))
    const isRead = typeof records !== 'string'
    const fields = lacking.splice(0).flatMap(({ field }) => (field && field !== 'any' ? [`has no field ${field}`] : []))
    reports.push({
      name: apiName(type),
      records: isRead ? records.length : 0,
      faults: isRead ? [...fields, ...allFaults(type, records), ...hostFaults(type, records, imageHosts)] : [records],
    })
  }
  return { locales, reports }
}

/** Null where the token may not list them. */
async function knownLocales(reader: StrapiReader) {
  try {
    return await reader.locales()
  } catch (error) {
    if (error instanceof ContentError && error.status === 403) return null
    throw error
  }
}

async function recordsOf(reader: StrapiReader, type: ContentType, locale: string): Promise<Raw[]> {
  if (!type.isSingle) return reader.collection(type.name, locale)
  const found = await reader.single(type.name, locale)
  return found ? [found] : []
}

function allFaults({ name, isSingle }: ContentType, records: readonly Raw[]): string[] {
  if (isSingle && records.length === 0) return ['is missing or not published']
  return records.flatMap((record) => {
    const faults = isSingle ? sectionFaults(name, record) : recordFaults(name, record)
    return faults.length > 0 ? [`${String(record.documentId)}: ${faults.slice(0, 10).join(', ')}`] : []
  })
}

function sectionFaults(name: string, record: Raw): string[] {
  return isSection(name) ? replacedFields(record, sections[name].parse(record)) : []
}

/** Pictures of hosts that the operator did not name are not fetched. */
function hostFaults({ fields }: ContentType, records: readonly Raw[], imageHosts: readonly string[]): string[] {
  const origins = records
    .flatMap((record) => picturesIn(fields, record))
    .flatMap((picture) => (picture.startsWith('/') ? [] : (URL.parse(picture)?.origin ?? [])))
  const strange = [...new Set(origins)].filter((origin) => !imageHosts.includes(origin))
  return strange.map((origin) => `has pictures of ${origin}, which CONTENT_IMAGE_HOSTS does not name`)
}
