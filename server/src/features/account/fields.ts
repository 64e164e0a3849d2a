import type { ProfileFieldContent } from '@croupier/contract/content'
import type { FieldBounds, FieldDefinition } from '@croupier/contract/fields/definition'
import type { Surroundings } from '@croupier/contract/fields/profile'
import type { Context } from '../../context.ts'
import { countriesIn, regionsOf } from './places.ts'
import { isLockedFor, type Locking } from './rules.ts'
import { readToday } from './store.ts'

/**
 * The fields of a profile in a country: what `account.getPersonalDataFields` answers and what every way of writing a
 * profile is checked against. With a player it says what cannot be changed any more.
 */
export async function fieldsFor(
  { content, locale }: Pick<Context, 'content' | 'locale'>,
  country: string,
  player: Locking | null,
): Promise<FieldDefinition[]> {
  const { forms, site } = await content.config(locale)
  const chosen = new Map<string, ProfileFieldContent>()
  for (const field of forms.fields) {
    const isHere = field.countries.length === 0 || field.countries.includes(country)
    if (isHere && !chosen.has(field.sysname)) chosen.set(field.sysname, field)
  }
  return [...chosen.values()].map((field) => {
    const select = optionsOf(field, { locale, country, allowed: site.countries })
    const isEmptyChoice = select?.length === 0
    return {
      sysname: field.sysname,
      type: field.type,
      options: {
        ...(select && { select }),
        ...(field.mask && { mask: field.mask }),
        ...(field.regex && { regex: field.regex }),
        ...(field.rule && { rule: field.rule }),
        ...boundsOf(field),
      },
      params: {
        // A country without regions has nothing to choose from, so nothing can be demanded.
        is_required: field.isRequired && !isEmptyChoice,
        is_visible: field.isVisible && !isEmptyChoice,
        is_registration: field.isRegistration,
        is_locked: player !== null && isLockedFor(field.sysname, player),
      },
    }
  })
}

function boundsOf(field: ProfileFieldContent): FieldBounds {
  const { minLength, maxLength, minValue, maxValue, sameAs } = field
  return {
    ...(minLength !== null && { minLength }),
    ...(maxLength !== null && { maxLength }),
    ...(minValue !== null && { minValue }),
    ...(maxValue !== null && { maxValue }),
    ...(sameAs && { sameAs }),
  }
}

type Where = { locale: string; country: string; allowed: readonly string[] }

function optionsOf(field: ProfileFieldContent, { locale, country, allowed }: Where) {
  if (field.type === 'country_code') return countriesIn(locale, allowed)
  if (field.type === 'region') return regionsOf(country)
  if (field.type !== 'select') return undefined
  return field.options.map(({ value, label }) => ({ value, name: label }))
}

/** What the rules of a profile depend on beside its values. */
export async function surroundingsOf({
  sql,
  content,
  locale,
}: Pick<Context, 'sql' | 'content' | 'locale'>): Promise<Surroundings> {
  const [{ site, forms }, today] = await Promise.all([content.config(locale), readToday(sql)])
  return { today, ageLimit: site.ageLimit, postcodePattern: forms.postcodePattern }
}
