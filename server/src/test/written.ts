import { jsonParts } from '../http/json-stream.ts'

/** An answer that is written while it is read, as its reader has it in the end. */
export async function written(value: unknown) {
  let text = ''
  for await (const part of jsonParts(value)) text += part
  return JSON.parse(text)
}
