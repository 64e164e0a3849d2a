// Writes the content types and components of a Strapi 5 from the contract: cms/src/api and cms/src/components.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type ContentType, contentTypes, type Field, type Fields, isLocalised } from '@croupier/contract/content-model'
import {
  apiName,
  attributeName,
  componentName,
  placeAttribute,
  singularName,
  zoneFields,
  zonePart,
} from '@croupier/contract/strapi'
import { root } from '../sources.ts'

type Attribute = Record<string, unknown>
/** Components by their name, filled on the way through a type. */
type Components = Map<string, object>

/** `bonus-templates` → `Bonus templates`. */
const titleOf = (name: string) => {
  const words = name
    .replaceAll(/[-_]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const plainTypes = {
  line: 'string',
  link: 'string',
  text: 'text',
  prose: 'richtext',
  flag: 'boolean',
  whole: 'integer',
  decimal: 'float',
  moment: 'datetime',
  day: 'date',
  json: 'json',
} as const

const defaultOf = (field: Field) =>
  'standard' in field && field.standard !== undefined ? { default: field.standard } : {}

function attributeOf(type: ContentType, field: Field, path: readonly string[], components: Components): Attribute {
  if (field.kind === 'picture') return { type: 'media', multiple: false, allowedTypes: ['images'] }
  if (field.kind === 'choice') return { type: 'enumeration', enum: field.values, ...defaultOf(field) }
  if (field.kind === 'part') {
    const component = componentName(type, path)
    components.set(component, componentOf(type, component, field.fields, path, components))
    return { type: 'component', component, repeatable: field.isList }
  }
  if (field.kind === 'zone') {
    const names = field.names.map((name) => zonePart(type, name))
    for (const name of names) components.set(name, componentOf(type, name, zoneFields(field), path, components))
    return { type: 'dynamiczone', components: names }
  }
  return { type: plainTypes[field.kind], ...defaultOf(field) }
}

function attributesOf(type: ContentType, fields: Fields, path: readonly string[], components: Components) {
  return Object.entries(fields).map(
    ([name, field]) => [attributeName(name), attributeOf(type, field, [...path, name], components)] as const,
  )
}

function componentOf(
  type: ContentType,
  name: string,
  fields: Fields,
  path: readonly string[],
  components: Components,
): object {
  const [category = '', own = ''] = name.split('.')
  return {
    collectionName: `components_${category}_${own}`.replaceAll('-', '_'),
    info: { displayName: titleOf(own) },
    options: {},
    attributes: Object.fromEntries(attributesOf(type, fields, path, components)),
  }
}

const notLocalised = { pluginOptions: { i18n: { localized: false } } }
const localised = { pluginOptions: { i18n: { localized: true } } }

function schemaOf(type: ContentType, components: Components): object {
  const singular = singularName(type)
  const isTranslated = Object.values(type.fields).some(isLocalised)
  const attributes = attributesOf(type, type.fields, [], components).map(([name, attribute]) => {
    const field = Object.entries(type.fields).find(([each]) => attributeName(each) === name)?.[1]
    const language = field && isLocalised(field) ? localised : notLocalised
    return [name, isTranslated ? { ...attribute, ...language } : attribute]
  })
  const place = { type: 'integer', ...(isTranslated && notLocalised) }
  return {
    kind: type.isSingle ? 'singleType' : 'collectionType',
    collectionName: apiName(type).replaceAll('-', '_'),
    info: {
      singularName: singular,
      pluralName: type.isSingle ? `${singular}-all` : type.name,
      displayName: titleOf(apiName(type)),
    },
    options: { draftAndPublish: true },
    ...(isTranslated && localised),
    attributes: Object.fromEntries([...attributes, ...(type.isSingle ? [] : [[placeAttribute, place]])]),
  }
}

/** Every file by its path below `cms/src`. */
export function cmsFiles(): Map<string, string> {
  const components: Components = new Map()
  const files = contentTypes.map((type): [string, object] => {
    const name = singularName(type)
    return [`api/${name}/content-types/${name}/schema.json`, schemaOf(type, components)]
  })
  const parts = [...components].map(([name, part]): [string, object] => [
    `components/${name.replace('.', '/')}.json`,
    part,
  ])
  return new Map([...files, ...parts].map(([path, made]) => [path, `${JSON.stringify(made, null, 2)}\n`]))
}

const folder = join(root, 'cms/src')
const generated = ['api', 'components']

/** What is there, by its path below `cms/src`. */
export function presentFiles(): Map<string, string> {
  const paths = generated.flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  return new Map(paths.map((path) => [relative(folder, path), readFileSync(path, 'utf8')]))
}

if (import.meta.main) {
  for (const name of generated) rmSync(join(folder, name), { recursive: true, force: true })
  for (const [path, text] of cmsFiles()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}
