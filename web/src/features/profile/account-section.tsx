import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { reasonIn, useAttempt } from '../../forms/use-attempt.ts'
import { useShell } from '../../shell.ts'
import { useLocaleSwitch } from '../../site/locale-switch.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast-store.ts'
import { openFakename } from '../account/account.tsx'
import { Item, ProfileSection } from './profile-section.tsx'
import { isCurrencyFixed } from './rules.ts'

/** The name others see, the language and the currency of the account. */
export function AccountSection({ currencies }: { currencies: readonly string[] }) {
  const t = useTranslations('profile.settings')
  const { account } = useShell()
  const { locales, locale, choose } = useLocaleSwitch()
  if (!account) return null
  return (
    <ProfileSection title={t('account')}>
      <ul className="items">
        <Item
          icon="user"
          title={<bdi>{account.fakename}</bdi>}
          action={
            <Button size="s" onClick={() => openFakename()}>
              <span className="sr">{t('fakename')}: </span>
              {t('change')}
            </Button>
          }
        >
          <span className="dim">{t('fakename')}</span>
        </Item>
      </ul>
      <div className="form-grid">
        <Field label={t('language')}>
          <Select
            options={locales.map(({ code, name }) => ({ value: code, title: name }))}
            value={locale}
            onChange={choose}
          />
        </Field>
        <CurrencyField currencies={currencies} />
      </div>
    </ProfileSection>
  )
}

function CurrencyField({ currencies }: { currencies: readonly string[] }) {
  const t = useTranslations('profile.settings')
  const { account, session } = useShell()
  const { revalidate } = useRevalidator()
  const { problem, setProblem, attempt } = useAttempt()
  const current = account?.currency ?? ''
  const moneyLimits = session?.limits?.limits.filter(({ amount }) => amount !== null).length ?? 0
  const isFixed = isCurrencyFixed({ has_deposited: account?.has_deposited === true, moneyLimits })

  const change = (currency: string) => {
    if (currency === current) return
    attempt(
      async () => {
        await call('account.setCurrency', { currency })
        toast({ kind: 'success', title: t('currencyChanged', { currency }) })
        await revalidate()
      },
      (failure) => {
        if (reasonIn(failure) !== 'CURRENCY_FIXED') return false
        setProblem(t('currencyFixed'))
        return true
      },
    )
  }
  return (
    <>
      <Field label={t('currency')} hint={isFixed ? t('currencyFixed') : t('currencyFree')}>
        {isFixed ? (
          <Input disabled value={current} />
        ) : (
          <Select
            options={currencies.map((code) => ({ value: code, title: code }))}
            value={current}
            onChange={change}
          />
        )}
      </Field>
      {problem && <Notice kind="error">{problem}</Notice>}
    </>
  )
}
