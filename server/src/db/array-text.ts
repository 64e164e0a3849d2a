/** Characters that mean something inside the quotes of an array. */
const special = /["\\]/

const quoted = (text: string) => `"${special.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`

/** Texts as PostgreSQL reads an array of them: the driver's own way looks at every text twice more. */
export const textArray = (texts: readonly (string | null)[]): string =>
  `{${texts.map((text) => (text === null ? 'null' : quoted(text))).join()}}`
