import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { LocalTime } from '../../i18n/local-time.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Section } from '../../ui/section.tsx'
import type { DepositData } from './deposit-data.ts'
import type { Typed } from './deposit-offer-rules.ts'
import { useOfferReason, useOfferWords } from './offer-words.tsx'
import type { DepositOffer } from './use-deposit-offer.ts'

type Props = {
  offer: DepositOffer
  typed: Typed
  currency: string
  /** The bonus that is open now: another one waits behind it. */
  open: DepositData['openBonus']
}

/** What goes with the deposit. To take nothing is a card of the same size, and the first. */
export function DepositOffers({ offer, typed, currency, open }: Props) {
  const t = useTranslations('cashier.offer')
  const words = useOfferWords(typed, currency)
  const reasonText = useOfferReason(typed, currency)
  const group = useId()
  const { cards, chosen, refused, choose } = offer
  return (
    <Section
      title={
        <>
          {t('title')} <span className="offers-none">{t('orNone')}</span>
        </>
      }
    >
      {refused?.no && (
        <Refused key={refused.offer.id}>
          {t.rich('refused', {
            title: refused.offer.title,
            reason: () => (refused.no ? reasonText(refused.no) : null),
          })}
        </Refused>
      )}
      <fieldset className="offers">
        <legend className="sr">{t('label')}</legend>
        <OfferChoice
          group={group}
          id=""
          isChosen={chosen === null}
          onChoose={() => choose(null)}
          picture={
            <span className="offer-pic">
              <Icon name="ban" />
            </span>
          }
          title={t('none')}
          get={t('noneGet')}
          text={t('noneText')}
        />
        {cards.map(({ offer: each, no }) => (
          <OfferChoice
            key={each.id}
            group={group}
            id={each.id}
            isChosen={each.id === chosen?.id}
            onChoose={() => choose(each.id)}
            picture={
              <Picture
                className="offer-pic"
                src={each.description.image_360_240}
                spare={['/art/b-table.webp']}
                alt=""
                width={160}
                height={176}
              />
            }
            title={each.title}
            get={words.gives(each, no === null)}
            text={words.asks(each, no === null)}
            no={no && reasonText(no)}
          />
        ))}
      </fieldset>
      {chosen && open && chosen.promotions.some(({ kind }) => kind === 'bonus') && (
        <Notice>
          {t.rich('queue', {
            title: chosen.title,
            open: open.title,
            b: (text) => <b>{text}</b>,
            latest: (text) => (open.expires_at ? text : null),
            date: () => <LocalTime at={open.expires_at ?? ''} />,
          })}
        </Notice>
      )}
    </Section>
  )
}

type ChoiceProps = {
  group: string
  id: string
  isChosen: boolean
  onChoose: () => void
  picture: ReactNode
  title: string
  get: string
  text: string
  /** Why it cannot be chosen. */
  no?: ReactNode
}

function OfferChoice({ group, id, isChosen, onChoose, picture, title, get, text, no }: ChoiceProps) {
  const about = `${group}-${id}`
  return (
    <label className={cx('offer', no ? 'is-away' : null)}>
      <input
        className="sr"
        type="radio"
        name={group}
        value={id}
        checked={isChosen}
        disabled={Boolean(no)}
        aria-describedby={about}
        onChange={onChoose}
      />
      {picture}
      <span className="offer-text">
        <b>{title}</b>
        <span className="offer-get num">{get}</span>
        <span id={about} className="offer-about">
          {text && <small>{text}</small>}
          {no && (
            <small className="offer-no">
              <Icon name="circle-alert" />
              <span>{no}</span>
            </small>
          )}
        </span>
      </span>
      <span className="offer-dot" aria-hidden="true" />
    </label>
  )
}

/** The form is far below on a phone: what was refused up here is brought into view. */
function Refused({ children }: { children: ReactNode }) {
  const own = useRef<HTMLDivElement>(null)
  useEffect(() => own.current?.scrollIntoView({ block: 'center' }), [])
  return (
    <div ref={own}>
      <Notice kind="error">{children}</Notice>
    </div>
  )
}
