/** An outcome that can be chosen, by its whole address: `40021/total/ft/2.5/over`. Clients do not look into it. */
export type PickAddress = { event: string; type: string; period: string; line: string | null; outcome: string }

const form =
  /^([1-9]\d{0,18})\/([a-z][a-z0-9_]{0,31})\/([a-z][a-z0-9]{0,7})\/(-|(?:\d{1,2}:)?-?(?:0|[1-9]\d{0,3})(?:\.25|\.5|\.75)?)\/([a-z0-9][a-z0-9:+-]{0,15})$/

export function parsePick(text: string): PickAddress | null {
  const [, event, type, period, line, outcome] = form.exec(text) ?? []
  if (!event || !type || !period || !line || !outcome || /(^|:)-0$/.test(line)) return null
  return { event, type, period, line: line === '-' ? null : line, outcome }
}

export const printPick = ({ event, type, period, line, outcome }: PickAddress): string =>
  [event, type, period, line ?? '-', outcome].join('/')
