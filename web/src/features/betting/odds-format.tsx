import { type Format, formatPrice, formats } from '@croupier/sportsbook/formats'
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { useShell } from '../../shell.ts'
import { keepChoice } from '../../site/browser.ts'

/** Where a player's choice is kept, beside the cookie of this browser. */
export const oddsKey = 'odds_format'

export const isFormat = (word: string | null | undefined): word is Format => formats.some((each) => each === word)

type Chosen = { format: Format; choose: (format: Format) => void }
const FormatContext = createContext<Chosen>({ format: 'decimal', choose: () => undefined })

/** The server knows the choice before the page is made, so no price changes its look afterwards. */
export function OddsFormatProvider({ format: first, children }: { format: Format; children: ReactNode }) {
  const [format, setFormat] = useState(first)
  const { account } = useShell()
  const isKept = account !== null && !account.is_payout_only
  const value = useMemo(
    () => ({
      format,
      choose: (next: Format) => {
        setFormat(next)
        keepChoice('odds', next)
        // This browser keeps it whatever becomes of that.
        if (isKept) call('storage.set', { key: oddsKey, value: next }).catch(() => undefined)
      },
    }),
    [format, isKept],
  )
  return <FormatContext value={value}>{children}</FormatContext>
}

/** Writes a price as the visitor reads prices. */
export function useOddsFormat(): (price: number) => string {
  const { format } = use(FormatContext)
  return useCallback((price) => formatPrice(price, format).replace('-', '−'), [format])
}

export function OddsFormatChoice() {
  const t = useTranslations('betting.formats')
  const { format, choose } = use(FormatContext)
  return (
    <label className="odds-format">
      <span className="sr">{t('label')}</span>
      <select value={format} onChange={({ target }) => isFormat(target.value) && choose(target.value)}>
        {formats.map((each) => (
          <option key={each} value={each}>
            {t(`names.${each}`)}
          </option>
        ))}
      </select>
    </label>
  )
}
