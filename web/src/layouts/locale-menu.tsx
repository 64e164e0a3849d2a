import { useTranslations } from 'use-intl'
import { useLocaleSwitch } from '../site/locale-switch.ts'
import { Flag, Icon } from '../ui/icon.tsx'
import { flagNames } from '../ui/icon-names.ts'
import { Menu } from '../ui/menu.tsx'

const flagOf = (code: string) => flagNames.find((name) => name === (code === 'en' ? 'gb' : code))

/** The page in another language. Plain links: they work before any script, and search engines follow them. */
export function LocaleLinks({ className }: { className: string }) {
  const { locales, locale, hrefOf, choose } = useLocaleSwitch()
  return locales.map(({ code, name }) => {
    const flag = flagOf(code)
    return (
      <a
        key={code}
        className={className}
        href={hrefOf(code)}
        hrefLang={code}
        lang={code}
        aria-current={code === locale ? 'true' : undefined}
        onClick={(event) => {
          event.preventDefault()
          choose(code)
        }}
      >
        {flag && <Flag name={flag} />}
        <span>{name}</span>
        {code === locale && <Icon name="check" className="menu-check" />}
      </a>
    )
  })
}

export function LocaleMenu() {
  const t = useTranslations('shell')
  const { locale } = useLocaleSwitch()
  const trigger = (
    <>
      <Icon name="globe" />
      <span aria-hidden="true">{locale}</span>
    </>
  )
  return (
    <Menu className="btn btn-ghost" label={t('language', { code: locale })} trigger={trigger}>
      <LocaleLinks className="menu-item" />
    </Menu>
  )
}
