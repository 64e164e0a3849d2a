export const dateMask = '00.00.0000'

/** A stored day, `1991-06-14`, as people write it. */
export const asWritten = (day: string) => day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3.$2.$1')
