import type { PromoCodeError } from '@croupier/contract/promotions'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { newKey } from '../../forms/intent-key.ts'
import { forget, keep, kept, notes } from '../../session/browser-storage.ts'
import { provideNotice } from '../../session/notices.ts'
import { useShell } from '../../shell.ts'
import { toast } from '../../ui/toast-store.ts'
import { openGiven } from './open-given.tsx'
import { isPromoStep, keyOfNote, promoErrorOf, readPromoRefusal } from './promo-rules.ts'

/** The code of an address is kept until it is used. Only one that a guest brought is redeemed without being asked for. */
export function keepCode(code: string, isGuest: boolean): void {
  if (isGuest) keepGuestCode(code, newKey())
  else {
    keep(notes.promoCode, code)
    forget(notes.promoGuest)
  }
}

/** With the key under which it is redeemed: on another page, or in another tab, it is the same one. */
function keepGuestCode(code: string, key: string): void {
  keep(notes.promoCode, code)
  keep(notes.promoGuest, key)
}

/** Used up: by a registration, which hands it to the server itself, or by what is below. */
export function forgetCode(): void {
  forget(notes.promoCode)
  forget(notes.promoGuest)
}

/** A code with which a guest came is redeemed once, by whichever way the guest signs in, and the player is told. */
export function usePendingCode() {
  const tell = useTellRefusal()
  const { account } = useShell()
  const { revalidate } = useRevalidator()
  const isBegun = useRef(false)
  const uid = account && !account.is_payout_only ? account.uid : null

  const redeem = useEffectEvent(async (code: string, key: string) => {
    try {
      const { offer } = await call('campaigns.activateOffer', { promo_code: code, key })
      openGiven({ kind: 'given', code, offer })
      await revalidate()
    } catch (error) {
      const word = readPromoRefusal(error)
      // Without a connection it waits for the next page.
      if (word === null) return keepGuestCode(code, key)
      tell(code, word)
    }
  })

  useEffect(() => {
    const code = kept(notes.promoCode)
    const noted = kept(notes.promoGuest)
    if (uid === null || isBegun.current || !code || !noted) return
    // The page after a registration: the server has the code.
    if (new URLSearchParams(window.location.search).get('register') === 'success') return
    isBegun.current = true
    forgetCode()
    void redeem(code, keyOfNote(noted, newKey))
  }, [uid])
}

/** The server redeems the code of a registration by itself and leaves a notice, which is told here in its own way. */
export function usePromoNotices() {
  const tell = useTellRefusal()
  const hearNo = useEffectEvent(({ code = '', reason }: Record<string, string>, seen: () => void) =>
    tell(code, promoErrorOf(reason), seen),
  )
  useEffect(
    () =>
      provideNotice('promoActivated', ({ code = '', offer }, seen) => {
        if (offer) openGiven({ kind: 'named', code, offerId: offer }, seen)
        return offer !== undefined
      }),
    [],
  )
  useEffect(
    () =>
      provideNotice('promoFailed', (params, seen) => {
        hearNo(params, seen)
        return true
      }),
    [],
  )
}

function useTellRefusal() {
  const t = useTranslations('offers.given')
  const common = useTranslations('common')
  return (code: string, word: PromoCodeError, onOpened?: () => void) => {
    if (isPromoStep(word)) openGiven({ kind: 'missing', code, step: word }, onOpened)
    else
      toast({
        kind: 'warning',
        title: t('failedTitle'),
        text: `${code}: ${common(`promoCodeErrors.${word}`)}`,
        timeoutMs: 8000,
        onOpened,
      })
  }
}
