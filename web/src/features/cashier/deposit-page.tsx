import type { Transaction } from '@croupier/contract/methods/cashier'
import { paths } from '@croupier/contract/paths'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'
import { PromoCodeSection } from '../campaigns/campaigns.tsx'
import { typedMinor } from './amount-rules.ts'
import { DepositBarrier } from './deposit-barrier.tsx'
import type { DepositData } from './deposit-data.ts'
import { DepositForm } from './deposit-form.tsx'
import { DepositOffers } from './deposit-offers.tsx'
import { barrierOf, startAmount, startMethod } from './deposit-rules.ts'
import { MethodCards } from './method-cards.tsx'
import { type Awaited, QrPanel } from './qr-panel.tsx'
import { useDepositOffer } from './use-deposit-offer.ts'

/** Method, amount and details on one page. `asked` is the method that the address names. */
export function DepositPage({ data, asked }: { data: DepositData; asked: string | null }) {
  const t = useTranslations('cashier.deposit')
  const { settings, opensAt, lastMethod, unfinished, asksLimit, offers, openBonus } = data
  const [query] = useSearchParams()
  const [picked, setPicked] = useState<string | null>(null)
  const [awaited, setAwaited] = useState<Awaited | null>(null)
  const [amount, setAmount] = useState(() => startAmount(query.get('amount')))
  const { methods, currency, blocked_by } = settings
  const chosen = startMethod(methods, picked ?? asked, lastMethod)
  const method = methods.find(({ sysname }) => sysname === chosen) ?? null
  const typed = { minor: typedMinor(amount, currency), fee: method?.fee ?? null, method: method?.sysname ?? '' }
  const offer = useDepositOffer(offers, query.get('campaign_offer_id'), typed)
  const barrier = blocked_by && (barrierOf(blocked_by, opensAt) ?? { kind: 'other' as const })
  return (
    <>
      {unfinished && unfinished.id !== awaited?.id && <Unfinished entry={unfinished} />}
      {barrier && <DepositBarrier barrier={barrier} />}
      {!barrier && methods.length === 0 && (
        <Card>
          <Empty
            icon="wallet"
            title={t('noMethods')}
            text={t('noMethodsText')}
            action={<ButtonLink to={paths.support()}>{t('support')}</ButtonLink>}
          />
        </Card>
      )}
      {!barrier && methods.length > 0 && (
        <div className="cash">
          <div className="cash-choices">
            <Section title={t('how')}>
              <MethodCards
                label={t('how')}
                methods={methods}
                value={chosen}
                onChange={(sysname) => {
                  setPicked(sysname)
                  setAwaited(null)
                }}
              />
            </Section>
            {!awaited && offers.length > 0 && (
              <>
                <DepositOffers offer={offer} typed={typed} currency={currency} open={openBonus} />
                <PromoCodeSection onActivated={offer.choose} />
              </>
            )}
          </div>
          <Card className="cash-form">
            {awaited && <QrPanel awaited={awaited} onBack={() => setAwaited(null)} />}
            {!awaited && method && (
              <DepositForm
                settings={settings}
                method={method}
                amount={amount}
                onAmount={setAmount}
                offer={offer}
                typed={typed}
                asksLimit={asksLimit}
                onQr={setAwaited}
              />
            )}
            {!awaited && !method && <Empty icon="clock" title={t('allAway')} text={t('allAwayText', { currency })} />}
          </Card>
        </div>
      )}
    </>
  )
}

/** The player closed the provider's page: the deposit is still there, and so is the way on. */
function Unfinished({ entry }: { entry: Transaction }) {
  const t = useTranslations('cashier.deposit')
  const format = useFormat()
  return (
    <div className="notice notice-info unfinished">
      <Icon name="hourglass" />
      <div>{t('unfinished', { amount: format.money(entry.amount) })}</div>
      <ButtonLink size="s" to={paths.payPending(String(entry.id))}>
        {t('continue')}
      </ButtonLink>
    </div>
  )
}
