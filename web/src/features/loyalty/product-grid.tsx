import type { WireProduct } from '@croupier/contract/methods/loyalty'
import { paths } from '@croupier/contract/paths'
import { useNavigate } from 'react-router'
import { openBuy } from './open-buy.tsx'
import { ProductCard } from './product-card.tsx'

type Props = {
  products: readonly WireProduct[]
  points: number
  orders?: readonly string[]
  /** Without it the shop does. */
  onFits?: () => void
}

const none: readonly string[] = []

export function ProductGrid({ products, points, orders = none, onFits }: Props) {
  const navigate = useNavigate()
  const fits = onFits ?? (() => void navigate(`${paths.loyaltyShop()}?show=fits`))
  return (
    <div className="club-shop">
      {products.map((product) => (
        <ProductCard
          key={product.id}
          product={product}
          onBuy={() => openBuy({ product, points, orders, onFits: fits })}
        />
      ))}
    </div>
  )
}
