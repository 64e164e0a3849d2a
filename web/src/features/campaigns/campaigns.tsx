import { type ComponentProps, lazy, Suspense } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'

export { forgetCode, keepCode, usePendingCode, usePromoNotices } from './pending-code.ts'

const CodeField = lazy(async () => ({ default: (await import('./promo-code-field.tsx')).PromoCodeField }))

/** A promo code on a page of another feature. Its code comes with the pages that show it: this door stands in every frame. */
export const PromoCodeSection = (props: ComponentProps<typeof CodeField>) => (
  <Suspense fallback={<Skeleton shape="block" className="promo-code-skeleton" />}>
    <CodeField {...props} />
  </Suspense>
)
