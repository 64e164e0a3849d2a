import type { WireProduct } from '@croupier/contract/methods/loyalty'
import { paths } from '@croupier/contract/paths'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { DialogActions, DialogBody, DialogTitle, useDialog } from '../../dialogs/parts.tsx'
import { useLoaded } from '../../forms/use-loaded.ts'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Progress } from '../../ui/progress.tsx'
import { tidy } from '../cups/cups.tsx'
import { useBecomesText } from './becomes-text.ts'
import { prizePicture, worthOf } from './club-rules.ts'
import { useReasonWord } from './reason-word.ts'
import { type Buying, useBuy } from './use-buy.ts'

/** Buy, then confirm; or what stands in the way. */
export default function BuyDialog(buying: Buying) {
  const { product, points, onFits } = buying
  const [isSure, setSure] = useState(false)
  const { buy, isBusy, problem, no } = useBuy(buying)
  if (no?.kind === 'price') {
    const short = no.price > points
    if (short) return <TooFew product={{ ...product, price: no.price }} {...{ points, onFits }} />
    return <PriceChanged {...{ product, isBusy, problem }} price={no.price} onBuy={() => buy(no.price)} />
  }
  if (no?.reason === 'NOT_ENOUGH_POINTS' || product.reason === 'NOT_ENOUGH_POINTS')
    return <TooFew {...{ product, points: pointsIn(no?.data, points), onFits }} />
  if (no) return <Refused product={{ ...product, reason: no.reason, reason_data: no.data }} />
  if (!isSure) return <Look product={product} onNext={() => setSure(true)} />
  return <Confirm {...{ product, points, isBusy, problem }} onBuy={() => buy(product.price)} />
}

const pointsIn = (data: WireProduct['reason_data'] | undefined, known: number): number =>
  typeof data?.points === 'number' ? data.points : known

/** What it is. */
function Look({ product, onNext }: { product: WireProduct; onNext: () => void }) {
  const t = useTranslations('loyalty.shop')
  const becomesText = useBecomesText()
  const format = useFormat()
  const { close } = useDialog()
  const { title, text, price, per_player, bought, ends_at } = product
  const worth = worthOf(product)
  return (
    <DialogBody>
      <DialogTitle>{title}</DialogTitle>
      <Art product={product} />
      {worth && <b className="num">{format.money(tidy(worth))}</b>}
      <p>{text}</p>
      <p>{becomesText(product)}</p>
      {ends_at && <p className="dim">{t.rich('until', { date: () => <LocalTime at={ends_at} withTime /> })}</p>}
      {per_player !== null && <p className="dim">{t('perPlayer', { bought, count: per_player })}</p>}
      <DialogActions>
        <Button size="l" onClick={close}>
          {t('keep')}
        </Button>
        <Button size="l" kind="ivory" onClick={onNext}>
          {t.rich('price', { b: plain, points: format.number(price), count: price })}
        </Button>
      </DialogActions>
    </DialogBody>
  )
}

type Acting = { product: WireProduct; isBusy: boolean; problem?: string; onBuy: () => void }

/** What it costs, and what is left then. */
function Confirm({ product, points, isBusy, problem, onBuy }: Acting & { points: number }) {
  const t = useTranslations('loyalty.shop')
  const becomesText = useBecomesText()
  const format = useFormat()
  const { close } = useDialog()
  const { title, price, kind } = product
  const worth = worthOf(product)
  return (
    <DialogBody>
      <DialogTitle>{kind === 'goods' ? t('where') : t('ask', { title })}</DialogTitle>
      {kind === 'goods' && <Address />}
      <div className="club-ask">
        <Art product={product} />
        <dl className="facts">
          {worth && (
            <div>
              <dt>{t('gets')}</dt>
              <dd className="num">{format.money(tidy(worth))}</dd>
            </div>
          )}
          <div>
            <dt>{t('priceIs')}</dt>
            <dd className="num">{t('points', { points: format.number(price), count: price })}</dd>
          </div>
          <div>
            <dt>{t('have')}</dt>
            <dd className="num">{format.number(points)}</dd>
          </div>
          <div>
            <dt>{t('after')}</dt>
            <dd className="num">{format.number(points - price)}</dd>
          </div>
        </dl>
      </div>
      <Notice>
        {becomesText(product)} {kind === 'goods' ? t('goodsBack') : t('levelStays')}
      </Notice>
      {problem && <Notice kind="error">{problem}</Notice>}
      <DialogActions>
        <Button size="l" onClick={close}>
          {t('keep')}
        </Button>
        <Button size="l" kind="primary" busy={isBusy} onClick={onBuy}>
          {kind === 'goods' ? t('order') : t('buy')}
        </Button>
      </DialogActions>
    </DialogBody>
  )
}

/** Of the profile: where it would be sent. */
function Address() {
  const t = useTranslations('loyalty.shop')
  const { close } = useDialog()
  const profile = useLoaded('', () => call('account.getprofileinfo', {}))
  const { first_name, last_name, address, postcode, home_town } = profile.state === 'ready' ? profile.value : noAddress
  const name = [first_name, last_name].filter(Boolean).join(' ')
  const street = [address, [postcode, home_town].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return (
    <Notice icon="house">
      {name && street ? (
        <>
          <b>{name}</b>
          <br />
          {street}
        </>
      ) : (
        t('noAddress')
      )}{' '}
      <ButtonLink kind="ghost" size="s" to={paths.settings()} onClick={close}>
        {t('changeAddress')}
      </ButtonLink>
    </Notice>
  )
}

const noAddress = { first_name: '', last_name: '', address: '', postcode: '', home_town: '' }

/** Never an invitation to play for more. */
function TooFew({ product, points, onFits }: Pick<Buying, 'product' | 'points' | 'onFits'>) {
  const t = useTranslations('loyalty.shop')
  const format = useFormat()
  const { close } = useDialog()
  const { title, price } = product
  const fits = () => {
    close()
    onFits()
  }
  return (
    <DialogBody>
      <DialogTitle>{t('tooFew')}</DialogTitle>
      <p>{t('tooFewText', { title, price: format.number(price), points: format.number(points), count: price })}</p>
      <Progress value={price === 0 ? 1 : Math.min(1, points / price)} label={t('yourPoints')} tone="brass" />
      <p className="dim">{t('noExpiry')}</p>
      <DialogActions>
        <Button size="l" onClick={close}>
          {t('close')}
        </Button>
        <Button size="l" kind="ivory" onClick={fits}>
          {t('fits')}
        </Button>
      </DialogActions>
    </DialogBody>
  )
}

function PriceChanged({ product, price, isBusy, problem, onBuy }: Acting & { price: number }) {
  const t = useTranslations('loyalty.shop')
  const format = useFormat()
  const { close } = useDialog()
  const words = { title: product.title, now: format.number(price), before: format.number(product.price), count: price }
  return (
    <DialogBody>
      <DialogTitle>{t('priceChanged')}</DialogTitle>
      <p>{t('priceChangedText', words)}</p>
      {problem && <Notice kind="error">{problem}</Notice>}
      <DialogActions>
        <Button size="l" onClick={close}>
          {t('keep')}
        </Button>
        <Button size="l" kind="primary" busy={isBusy} onClick={onBuy}>
          {t('buyAt', words)}
        </Button>
      </DialogActions>
    </DialogBody>
  )
}

/** Sold out meanwhile, the own limit, a level: nothing was taken. */
function Refused({ product }: { product: WireProduct }) {
  const t = useTranslations('loyalty.shop')
  const reason = useReasonWord()
  const { close } = useDialog()
  return (
    <DialogBody>
      <DialogTitle>{product.title}</DialogTitle>
      <p>
        {reason(product)}. {t('nothingTaken')}
      </p>
      <DialogActions>
        <Button size="l" onClick={close}>
          {t('close')}
        </Button>
      </DialogActions>
    </DialogBody>
  )
}

const Art = ({ product }: { product: WireProduct }) => (
  <div className="club-product-art club-dialog-art">
    <img src={prizePicture(product)} alt="" width={76} height={76} />
  </div>
)

const plain = (text: ReactNode) => text
