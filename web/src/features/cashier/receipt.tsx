import { paths } from '@croupier/contract/paths'
import { Refusal } from '@croupier/contract/refusals'
import { data, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { bootContext } from '../../boot.ts'
import { useTopic } from '../../session/stream-topics.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import type { Route } from './+types/receipt'
import { EntryReceipt } from './entry-receipt.tsx'

export const handle = { title: 'cashier.receipt.title', isIndexed: false }

export async function loader({ url, context }: Route.LoaderArgs) {
  const asked = url.searchParams.get('id') ?? ''
  if (!/^[1-9]\d{0,14}$/.test(asked)) return { entry: null }
  try {
    return { entry: await context.get(bootContext).call('cashier.getdepositinfo', { id: Number(asked) }) }
  } catch (error) {
    if (!Refusal.is(error)) throw error
    // Somebody else's and nobody's look the same.
    if (error.type === 'InvalidParameter') return { entry: null }
    throw data({ refusal: error.type }, { status: error.status })
  }
}

/** Everything that is known about one deposit or payout. It changes by itself when news comes. */
export default function Receipt({ loaderData: { entry } }: Route.ComponentProps) {
  const t = useTranslations('cashier.receipt')
  const { revalidate } = useRevalidator()
  useTopic('cashier', () => void revalidate())
  if (entry) return <EntryReceipt entry={entry} />
  return (
    <Card>
      <Empty
        icon="receipt-text"
        title={t('unknown.title')}
        text={t('unknown.text')}
        action={<ButtonLink to={paths.cashierHistory()}>{t('unknown.button')}</ButtonLink>}
      />
    </Card>
  )
}
