/** A day as the house writes it where no page formats it: `16.11.2026`. */
export function dayText(moment: Date | null): string {
  const [year, month, day] = (moment?.toISOString() ?? '').slice(0, 10).split('-')
  return moment ? `${day}.${month}.${year}` : ''
}
