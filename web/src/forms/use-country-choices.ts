import type { FieldDefinition } from '@croupier/contract/fields/definition'
import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { choicesFor } from './personal-values.ts'
import type { FormValues } from './profile-field.tsx'

/**
 * Region and document hang on the country. Answers what a change of country does at once: the old choices go; when the
 * fields of the new country have come, theirs begin with the first.
 */
export function useCountryChoices(
  form: Pick<UseFormReturn<FormValues>, 'getValues' | 'setValue' | 'clearErrors'>,
  definitions: readonly FieldDefinition[],
): () => void {
  const { getValues, setValue, clearErrors } = form
  const isMoved = useRef(false)
  useEffect(() => {
    const wanted = choicesFor(definitions, getValues(), isMoved.current)
    for (const [name, value] of Object.entries(wanted)) setValue(name, value)
  }, [definitions, getValues, setValue])
  return () => {
    isMoved.current = true
    for (const name of ['region', 'document_type']) setValue(name, '')
    clearErrors(['region', 'document_type', 'currency'])
  }
}
