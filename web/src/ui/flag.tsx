import type { FlagName } from './flag-names.ts'

/** Always beside a word: a flag alone never names a language. */
export function Flag({ name }: { name: FlagName }) {
  return <img className="flag" src={`/flags/${name}.svg`} width={16} height={16} alt="" loading="lazy" />
}
