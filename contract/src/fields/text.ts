/**
 * Pictures in text: what a name, an address or a document never holds. Digits and # are not pictures, and what
 * joins pictures goes only with them: between letters it is for the rules of the field to judge.
 */
const pictures =
  /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator})[\u200d\ufe0f]*|(?<=[#*\d])\ufe0f?\u20e3/gu

export const withoutEmoji = (text: string): string => text.replace(pictures, '')

/** A login by phone may be written with or without its plus. */
export const withoutPlus = (text: string): string => text.trim().replace(/^\+/, '')

/** A value of a field, without pictures where content's `forms.preventEmoji` names the field. */
export const cleanText = (name: string, text: string, preventEmoji: readonly string[]): string =>
  preventEmoji.includes(name) ? withoutEmoji(text) : text

type Sent = Readonly<Record<string, string | boolean | undefined>>

/** What a form sent, made plain: one way of writing each letter, no space around it, no pictures where content says so. */
export function cleanValues(sent: Sent, preventEmoji: readonly string[]): Record<string, string> {
  const texts = Object.entries(sent).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return []
    if (typeof value === 'boolean') return [[name, value ? '1' : '0']]
    return [
      [
        name,
        cleanText(name, value, preventEmoji)
          .normalize(name === 'email' ? 'NFKC' : 'NFC')
          .trim(),
      ],
    ]
  })
  const { mobile, ...values } = Object.fromEntries(texts)
  return mobile !== undefined && values.phone === undefined ? { ...values, phone: mobile } : values
}
