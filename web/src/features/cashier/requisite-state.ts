import type { RequisiteField, SavedRequisite } from '@croupier/contract/methods/cashier'
import { useState } from 'react'
import { useReasonText } from '../../forms/reasons.ts'
import { type Choice, type Entered, faultsOf, refusedRequisites, requisitesOnWire, startOf } from './requisite-rules.ts'

type Method = { sysname: string; requisites: readonly RequisiteField[]; saved: readonly SavedRequisite[] }

/** What was typed for each method; another method and back again loses nothing. */
export function useRequisites(method: Method | null) {
  const reasonText = useReasonText()
  const [all, setAll] = useState<Readonly<Record<string, Entered>>>({})
  const fields = method?.requisites ?? []
  const saved = method?.saved ?? []
  const kept = method ? all[method.sysname] : undefined
  const start = startOf({ requisites: fields, saved })
  // A saved one that is gone by now was taken away elsewhere.
  const isGone = kept && kept.choice !== 'new' && !saved.some(({ id }) => id === kept.choice)
  const entered = kept && !isGone ? kept : { ...start, ...kept, choice: start.choice }

  const change = (next: (now: Entered) => Partial<Entered>) => {
    if (!method) return
    setAll((before) => {
      const now = before[method.sysname] ?? entered
      return { ...before, [method.sysname]: { ...now, ...next(now) } }
    })
  }
  const without = (record: Readonly<Record<string, string>>, name: string) =>
    Object.fromEntries(Object.entries(record).filter(([each]) => each !== name))

  const faults = faultsOf(fields, entered)
  return {
    fields,
    saved,
    choice: entered.choice,
    isNew: entered.choice === 'new',
    mask: entered.mask,
    value: (sysname: string): string => entered.values[sysname] ?? '',
    /** In words, or nothing while a field is right or the player has not left it yet. */
    error(sysname: string): string | undefined {
      const reason =
        entered.refused[sysname] ??
        (entered.seen.includes(sysname) && entered.choice === 'new' ? faults[sysname] : null)
      return reason ? reasonText(reason, sysname) : undefined
    },
    choose: (choice: Choice) => change(() => ({ choice, refused: {} })),
    write: (sysname: string, value: string) =>
      change((now) => ({
        values: { ...now.values, [sysname]: value },
        refused: without(now.refused, sysname),
      })),
    leave: (sysname: string) =>
      // An empty field that was only passed through is no mistake yet.
      change((now) => (now.values[sysname] ? { seen: [...new Set([...now.seen, sysname])] } : {})),
    setCard: (sysname: string, card: { token: string; mask: string } | null) =>
      change((now) => ({
        values: { ...now.values, [sysname]: card?.token ?? '' },
        refused: without(now.refused, sysname),
        mask: card?.mask ?? null,
      })),
    /** Shows everything that is wrong; true when nothing is. */
    check(): boolean {
      change(() => ({ seen: fields.map(({ sysname }) => sysname) }))
      return Object.keys(faults).length === 0
    },
    /** Shows what the server said of these fields; true when one of them stands here. */
    refuse(byField: Readonly<Record<string, string>>): boolean {
      const refused = refusedRequisites(byField)
      change(() => ({ refused }))
      return entered.choice === 'new' && fields.some(({ sysname }) => sysname in refused)
    },
    onWire: () => requisitesOnWire(fields, entered),
  }
}

export type Requisites = ReturnType<typeof useRequisites>
