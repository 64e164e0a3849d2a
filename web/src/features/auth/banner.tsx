import { useTranslations } from 'use-intl'
import { cx } from '../../ui/cx.ts'
import { Picture } from '../../ui/picture.tsx'
import type { AuthConfig } from './auth-config.ts'

export const charactersOf = ({ auth, site }: AuthConfig) =>
  auth.hasCharacterSelection && site.features.characters ? auth.characters : []

type Props = { config: AuthConfig | null; chosen: string; onChoose?: (id: string) => void }

/** Beside the form, above it on a phone: the dealer whom one can choose, or the house's picture. */
export function Banner({ config, chosen, onChoose }: Props) {
  const t = useTranslations('popups.auth')
  const characters = config ? charactersOf(config) : []
  const dealer = characters.find(({ id }) => id === chosen) ?? characters[0]
  return (
    <div className={cx('auth-banner on-art', dealer && 'auth-dealer')}>
      {dealer ? <Dealer image={dealer.image} /> : config?.auth.banner && <Cover image={config.auth.banner} />}
      <div className="auth-words">
        <p className="auth-slogan">
          <span className="auth-long">{t('slogan')}</span>
          <span className="auth-short">{t('sloganShort')}</span>
        </p>
        {dealer && (
          <p className="auth-long">
            <b>{t('dealer', { name: dealer.name })}</b> {dealer.text}
          </p>
        )}
      </div>
      {dealer && onChoose && characters.length > 1 && (
        <fieldset className="auth-dealers">
          <legend className="sr">{t('dealers')}</legend>
          {characters.map(({ id, name, image }) => (
            <label key={id}>
              <input
                className="sr"
                type="radio"
                name="character"
                value={id}
                checked={id === dealer.id}
                onChange={() => onChoose(id)}
              />
              <span className="sr">{name}</span>
              <Picture src={image} alt="" width={48} height={60} eager />
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}

function Cover({ image }: { image: string }) {
  return <Picture className="auth-cover" src={image} alt="" width={360} height={520} quality={80} eager />
}

/** The portrait has its own ratio; what is left of the banner takes its colours. */
function Dealer({ image }: { image: string }) {
  return (
    <>
      <Picture className="auth-mist" src={image} alt="" width={48} height={60} eager />
      <Picture className="auth-portrait" src={image} alt="" width={480} height={600} quality={84} eager />
    </>
  )
}
