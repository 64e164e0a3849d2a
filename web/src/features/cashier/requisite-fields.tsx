import type { RequisiteField } from '@croupier/contract/methods/cashier'
import { useTranslations } from 'use-intl'
import { MaskedInput } from '../../forms/masked-input.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { RequisiteBank } from './requisite-bank.tsx'
import { RequisiteCard } from './requisite-card.tsx'
import { cpfMask, ibanMask } from './requisite-rules.ts'
import { RequisiteSaved } from './requisite-saved.tsx'
import type { Requisites } from './requisite-state.ts'

type Props = {
  requisites: Requisites
  method: { sysname: string; frame_url: string | null }
  disabled?: boolean
}

/** Saved details to choose from, and the fields of new ones, as the server describes them. */
export function RequisiteFields({ requisites, method, disabled }: Props) {
  return (
    <>
      {requisites.saved.length > 0 && <RequisiteSaved requisites={requisites} disabled={disabled} />}
      {requisites.isNew &&
        requisites.fields.map((field) => (
          <OneField key={field.sysname} field={field} requisites={requisites} method={method} disabled={disabled} />
        ))}
    </>
  )
}

function OneField({ field, requisites, method, disabled }: Props & { field: RequisiteField }) {
  const t = useTranslations('cashier.requisites')
  const { sysname, kind, is_required } = field
  const value = requisites.value(sysname)
  const error = requisites.error(sysname)
  const write = (text: string) => requisites.write(sysname, text)
  const leave = () => requisites.leave(sysname)
  if (kind === 'card_token')
    return <RequisiteCard field={field} requisites={requisites} frameUrl={method.frame_url} disabled={disabled} />

  const shared = { name: sysname, disabled, onBlur: leave, spellCheck: false, autoCapitalize: 'none' }
  const aside = is_required ? undefined : t('optional')
  const mask = kind === 'iban' ? ibanMask : (field.mask ?? (kind === 'cpf' ? cpfMask : undefined))
  return (
    <Field label={t(`${kind}.label`)} aside={aside} hint={t(`${kind}.hint`)} error={error}>
      {kind === 'bank' ? (
        <RequisiteBank field={field} method={method.sysname} value={value} onChange={write} disabled={disabled} />
      ) : mask ? (
        <MaskedInput
          {...shared}
          dir="ltr"
          className="num"
          mask={mask}
          autoComplete="off"
          inputMode={kind === 'cpf' ? 'numeric' : 'text'}
          value={value}
          onText={(text) => write(kind === 'iban' ? text.toUpperCase() : text)}
        />
      ) : (
        <Input
          {...shared}
          dir={kind === 'name' ? undefined : 'ltr'}
          autoCapitalize={kind === 'name' ? 'words' : 'none'}
          autoComplete={kind === 'name' ? 'name' : kind === 'account' ? 'email' : 'off'}
          inputMode={kind === 'account' ? 'email' : 'text'}
          maxLength={field.max_length ?? 200}
          value={value}
          onChange={({ target }) => write(target.value)}
        />
      )}
    </Field>
  )
}
