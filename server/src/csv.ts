/** Text in a file for spreadsheets, which would run what begins like a formula: a mark in front makes it text again. */
export const cell = (text: string) => `"${(/^[=+\-@\t\r']/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
