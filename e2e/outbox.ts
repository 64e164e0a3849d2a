import { expect } from 'vitest'
import { siteUrl } from './browser.ts'

type Letter = { to: string; channel: string; subject: string; text: string; at: string }

/** The newest letter to an address that has something in it, as the sandbox's post office shows it. */
export async function letterTo(to: string, has: RegExp, since = 0): Promise<string> {
  const read = async () => {
    const answer = await fetch(`${siteUrl()}/sandbox/outbox.json?to=${encodeURIComponent(to)}`)
    const { items }: { items: Letter[] } = await answer.json()
    return items.find(({ text, at }) => has.test(text) && Date.parse(at) >= since)?.text ?? ''
  }
  await expect.poll(read, { timeout: 30_000 }).not.toBe('')
  return read()
}

export const codeTo = async (to: string, since = 0) =>
  /\b(\d{6})\b/.exec(await letterTo(to, /\b\d{6}\b/, since))?.[1] ?? ''
