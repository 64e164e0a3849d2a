import type { WireProduct } from '@croupier/contract/methods/loyalty'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Tag } from '../../ui/tag.tsx'
import { tidy } from '../cups/cups.tsx'
import { prizePicture, shelfOf } from './club-rules.ts'
import { useReasonWord } from './reason-word.ts'

type Props = { product: WireProduct; onBuy: (product: WireProduct) => void }

/** One thing of the shop: with its price to press, a lock where the points do not reach, or why not. */
export function ProductCard({ product, onBuy }: Props) {
  const t = useTranslations('loyalty.shop')
  const format = useFormat()
  const reason = useReasonWord()
  const { title, text, price, amount, stock_left } = product
  const shelf = shelfOf(product)
  const points = format.number(price)
  const words = { title, points, count: price }
  return (
    <article className={cx('club-product', `is-${shelf}`)} data-product={product.id}>
      <div className="club-product-art">
        <img src={prizePicture(product)} alt="" width={76} height={76} loading="lazy" />
        {stock_left !== null && stock_left > 0 && <Tag>{t('left', { count: stock_left })}</Tag>}
      </div>
      <div className="club-product-text">
        <h3>
          {amount && <span className="num">{format.money(tidy(amount))} · </span>}
          {title}
        </h3>
        <p>{text}</p>
      </div>
      {shelf === 'shut' ? (
        <p className="club-why">{reason(product)}</p>
      ) : (
        <Button
          size="l"
          full
          kind={shelf === 'lock' ? 'outline' : 'neutral'}
          icon={shelf === 'lock' ? 'lock' : undefined}
          aria-label={shelf === 'lock' ? t('locked', words) : t('buyFor', words)}
          onClick={() => onBuy(product)}
        >
          {shelf === 'lock' ? <span className="num">{points}</span> : t.rich('price', { ...words, b: bold })}
        </Button>
      )}
    </article>
  )
}

const bold = (text: ReactNode) => <span className="num">{text}</span>
