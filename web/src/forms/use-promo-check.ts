import { useEffect, useState } from 'react'
import { call } from '../api.ts'

export type PromoState =
  | { kind: 'empty' | 'checking' | 'invalid' | 'unknown' }
  /** What the code stands for. */
  | { kind: 'good'; title: string }

const debounceMs = 300

/** Looks a promo code up a moment after the last key. An answer to what is no longer written is dropped. */
export function usePromoCheck(code: string, isOn: boolean): PromoState {
  const [found, setFound] = useState<{ code: string; state: PromoState } | null>(null)
  const text = code.trim()
  useEffect(() => {
    if (!isOn || text === '') return
    let isWanted = true
    const timer = setTimeout(async () => {
      const state = await look(text)
      if (isWanted) setFound({ code: text, state })
    }, debounceMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [text, isOn])
  if (!isOn || text === '') return { kind: 'empty' }
  return found?.code === text ? found.state : { kind: 'checking' }
}

/** A check that could not be made says nothing about the code: the registration itself decides. */
async function look(promo_code: string): Promise<PromoState> {
  try {
    const answer = await call('campaigns.checkPromocode', { promo_code })
    return answer ? { kind: 'good', title: answer.title } : { kind: 'invalid' }
  } catch {
    return { kind: 'unknown' }
  }
}
