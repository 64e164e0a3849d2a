import type { WireOffer } from '@croupier/contract/methods/campaigns'
import { paths } from '@croupier/contract/paths'
import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { DialogActions, DialogBody, DialogTitle, useDialog } from '../../dialogs/parts.tsx'
import { useLoaded } from '../../forms/use-loaded.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ErrorInPlace } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { askOffer } from './offer-data.ts'
import { OfferFacts } from './offer-facts.tsx'
import { depositWith, itemPath, nextOf } from './offer-rules.ts'
import type { GivenNews, PromoStep } from './promo-rules.ts'

/** Promo code activated: what was given, where it is, the next step; or the step that is missing. */
export default function GivenDialog({ news, onShown }: { news: GivenNews; onShown?: () => void }) {
  const shown = useEffectEvent(() => onShown?.())
  useEffect(() => shown(), [])
  if (news.kind === 'missing') return <Missing {...news} />
  return news.kind === 'named' ? <Named {...news} /> : <Given {...news} />
}

function Named({ code, offerId }: Extract<GivenNews, { kind: 'named' }>) {
  const t = useTranslations('offers')
  const offer = useLoaded(offerId, () => askOffer(call, offerId))
  if (offer.state === 'ready' && offer.value) return <Given code={code} offer={offer.value} />
  return (
    <DialogBody>
      <DialogTitle>{t('given.title')}</DialogTitle>
      {offer.state === 'loading' ? (
        <>
          <Skeleton className="skeleton-name" />
          <Skeleton shape="block" className="offer-facts-skeleton" />
        </>
      ) : (
        <ErrorInPlace
          title={t('failed')}
          {...(offer.state === 'failed' && { retry: { text: t('retry'), onClick: offer.retry } })}
        />
      )}
    </DialogBody>
  )
}

function Given({ code, offer }: { code?: string; offer: WireOffer }) {
  const t = useTranslations('offers.given')
  const all = useTranslations('offers')
  const { close } = useDialog()
  const next = nextOf(offer)
  return (
    <DialogBody>
      <span className="given-pip">
        <Icon name="circle-check" size={24} />
      </span>
      <DialogTitle>{code ? t('title') : t('offerTitle')}</DialogTitle>
      <p>
        <b>{offer.title}</b>
        {code && <span className="dim given-code">{t('code', { code })}</span>}
      </p>
      <OfferFacts offer={offer} />
      <p className="muted">{all(`given.next.${next}`)}</p>
      <ButtonLink kind="ghost" to={itemPath('offers', offer.id)} onClick={close}>
        {t('terms')}
      </ButtonLink>
      <DialogActions>
        <Button size="l" onClick={close}>
          {t('later')}
        </Button>
        <NextLink offer={offer} next={next} onClick={close} />
      </DialogActions>
    </DialogBody>
  )
}

type NextProps = { offer: WireOffer; next: ReturnType<typeof nextOf>; onClick: () => void }

function NextLink({ offer, next, onClick }: NextProps) {
  const t = useTranslations('offers.given')
  const game = offer.promotions.find((each) => each.game !== null)?.game
  if (next === 'play' && game)
    return (
      <ButtonLink kind="primary" size="l" to={paths.game(game.sysname, 'real')} onClick={onClick}>
        {t('goPlay', { game: game.name })}
      </ButtonLink>
    )
  const isDeposit = next === 'deposit'
  return (
    <ButtonLink
      kind="primary"
      size="l"
      to={isDeposit ? depositWith(offer.id) : paths.profileBonuses()}
      onClick={onClick}
    >
      {isDeposit ? t('goDeposit') : t('goBonuses')}
    </ButtonLink>
  )
}

const steps = {
  NEED_CONTACT: { to: paths.settings(), words: 'contact' },
  NEED_PROFILE: { to: paths.settings(), words: 'profile' },
  NEED_VERIFICATION: { to: paths.verification(), words: 'verify' },
  NEED_DEPOSIT: { to: paths.deposit(), words: 'deposit' },
} as const satisfies Record<PromoStep, { to: string; words: string }>

function Missing({ code, step }: Extract<GivenNews, { kind: 'missing' }>) {
  const t = useTranslations('offers')
  const { close } = useDialog()
  const { to, words } = steps[step]
  return (
    <DialogBody>
      <span className="given-pip given-pip-wait">
        <Icon name="hourglass" size={24} />
      </span>
      <DialogTitle>{t('given.missingTitle')}</DialogTitle>
      <p className="dim">{t('given.code', { code })}</p>
      <p>{t(`given.missing.${step}`)}</p>
      <DialogActions>
        <Button size="l" onClick={close}>
          {t('given.later')}
        </Button>
        <ButtonLink kind="primary" size="l" to={to} onClick={close}>
          {t(`ways.${words}`)}
        </ButtonLink>
      </DialogActions>
    </DialogBody>
  )
}
