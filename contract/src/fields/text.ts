/** Pictures in text: what a name, an address or a document never holds. Digits and # are not pictures. */
const pictures = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u200d\ufe0f\u20e3]/gu

export const withoutEmoji = (text: string): string => text.replace(pictures, '')

/** A login by phone may be written with or without its plus. */
export const withoutPlus = (text: string): string => text.trim().replace(/^\+/, '')
