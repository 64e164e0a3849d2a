type Merged<Tables extends readonly object[]> = Tables extends readonly [
  infer First,
  ...infer Rest extends readonly object[],
]
  ? First & Merged<Rest>
  : unknown

/** The method tables of the features as one. A method that two of them declare would be answered by the later one. */
export function mergeMethods<const Tables extends readonly object[]>(...tables: Tables): Merged<Tables> {
  const names = tables.flatMap((table) => Object.keys(table))
  const twice = names.filter((name, place) => names.indexOf(name) !== place)
  if (twice.length > 0) throw new Error(`methods declared by two features: ${twice.join(', ')}`)
  return Object.assign({}, ...tables)
}
