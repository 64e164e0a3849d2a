import type { Output } from '@croupier/contract/contract'
import type { OrderStatus, ProductKind } from '@croupier/contract/loyalty'
import type { WireOrder } from '@croupier/contract/methods/loyalty'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { Section } from '../../ui/section.tsx'
import { Tag } from '../../ui/tag.tsx'
import { prizePicture } from './club-rules.ts'

const looks: Record<OrderStatus, { tone?: 'positive' | 'info' | 'warning'; icon: IconName }> = {
  ordered: { icon: 'hourglass' },
  sent: { tone: 'info', icon: 'truck' },
  done: { tone: 'positive', icon: 'check' },
  returned: { tone: 'warning', icon: 'undo-2' },
}

/** What was bought for points, and how far it is. */
export function OrderList({ orders }: { orders: Output<'loyalty.getOrders'> }) {
  const t = useTranslations('loyalty.orders')
  return (
    <div id="orders" className="club-orders">
      <Section
        title={t('title')}
        tail={orders.total > 0 && <span className="dim">{t('total', { count: orders.total })}</span>}
      >
        <Card>
          {orders.items.length === 0 ? (
            <Empty icon="gift" title={t('none')} text={t('noneText')} />
          ) : (
            <ul>
              {orders.items.map((order) => (
                <Order key={order.id} order={order} />
              ))}
            </ul>
          )}
        </Card>
      </Section>
    </div>
  )
}

function Order({ order }: { order: WireOrder }) {
  const t = useTranslations('loyalty.orders')
  const format = useFormat()
  const { id, product, price, status, note, at } = order
  const { tone, icon } = looks[status]
  return (
    <li data-order={id}>
      <img src={prizePicture({ image: '', kind: product.kind })} alt="" width={40} height={40} loading="lazy" />
      <div>
        <b>{product.title}</b>
        <p className="dim">
          <LocalTime at={at} /> · {t('number', { id })}
          {note && ` · ${note}`}
        </p>
      </div>
      <Tag tone={tone} icon={icon}>
        {stateWord(status, product.kind) === 'given' ? t('states.given') : t(`states.${status}`)}
      </Tag>
      <b className="num club-order-price">{format.number(status === 'returned' ? 0 : -price)}</b>
    </li>
  )
}

/** What is not sent is given at once. */
const stateWord = (status: OrderStatus, kind: ProductKind) => (status === 'done' && kind !== 'goods' ? 'given' : status)
