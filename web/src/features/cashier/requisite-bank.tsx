import type { RequisiteField } from '@croupier/contract/methods/cashier'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { useLoaded } from '../../forms/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { SelectSearch } from '../../ui/select-search.tsx'
import { Spinner } from '../../ui/spinner.tsx'

type Props = {
  field: RequisiteField
  method: string
  value: string
  onChange: (value: string) => void
  disabled?: boolean
}

const many = 8

/** One bank of those one can pay through. The list comes with the method, or is asked for. */
export function RequisiteBank({ field, ...rest }: Props) {
  return field.options ? <Banks {...rest} options={field.options} /> : <AskedBanks {...rest} />
}

function AskedBanks(props: Omit<Props, 'field'>) {
  const t = useTranslations('cashier.requisites.bank')
  const { method } = props
  const loaded = useLoaded(`banks:${method}`, () => call('cashier.getbanks', { method }))
  if (loaded.state === 'ready') return <Banks {...props} options={loaded.value.items} />
  return (
    <div className="input">
      <span className="input-value dim">{loaded.state === 'failed' ? t('failed') : t('loading')}</span>
      {loaded.state === 'failed' ? (
        <Button size="s" icon="refresh-cw" onClick={loaded.retry}>
          {t('again')}
        </Button>
      ) : (
        <Spinner />
      )}
    </div>
  )
}

type BanksProps = Omit<Props, 'field' | 'method'> & { options: readonly { value: string; name: string }[] }

function Banks({ options, value, onChange, disabled }: BanksProps) {
  const t = useTranslations('cashier.requisites.bank')
  const words = useTranslations('fields')
  const shown = options.map((option) => ({ value: option.value, title: option.name }))
  if (shown.length <= many)
    return (
      <Select options={shown} value={value} onChange={onChange} placeholder={words('choose')} disabled={disabled} />
    )
  return (
    <SelectSearch
      options={shown}
      value={value}
      onChange={onChange}
      placeholder={words('choose')}
      searchLabel={t('search')}
      nothingFound={words('nothing')}
      disabled={disabled}
    />
  )
}
