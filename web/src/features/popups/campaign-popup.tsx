import type { WirePopup } from '@croupier/contract/methods/popups'
import { useTranslations } from 'use-intl'
import { DialogTitle } from '../../dialogs/parts.tsx'
import { RichText } from '../../site/rich-text.tsx'
import { SiteLink } from '../../site/site-link.tsx'
import { Button } from '../../ui/button.tsx'

type Props = {
  popup: WirePopup
  onRefuse: () => void
  /** Left out in a preview: the button shows and leads nowhere. */
  onFollow?: () => void
}

/** A picture with the words of a campaign on it. Both ways out are of one size. */
export function CampaignPopup({ popup, onRefuse, onFollow }: Props) {
  const t = useTranslations('popups.campaign')
  const { title, text, image_360_520: image, button, terms } = popup
  return (
    <div className="campaign-popup" data-theme="dark">
      {image && <img className="campaign-art" src={image} alt="" width={360} height={520} />}
      {!onFollow && <p className="campaign-ribbon">{t('preview')}</p>}
      <div className="campaign-words">
        <DialogTitle>{title}</DialogTitle>
        <RichText blocks={text} isLinked={false} />
      </div>
      <div className="campaign-foot">
        {terms && <p className="campaign-terms">{terms}</p>}
        <div className="campaign-acts">
          <Button size="l" kind="glass" onClick={onRefuse}>
            {t('refuse')}
          </Button>
          {button && (onFollow ? <Follow button={button} onFollow={onFollow} /> : <Still label={button.label} />)}
        </div>
      </div>
    </div>
  )
}

function Follow({ button, onFollow }: { button: NonNullable<WirePopup['button']>; onFollow: () => void }) {
  return (
    <SiteLink url={button.url} className="btn btn-l btn-ivory" onClick={onFollow}>
      {button.label}
    </SiteLink>
  )
}

const Still = ({ label }: { label: string }) => (
  <Button size="l" kind="ivory">
    {label}
  </Button>
)
