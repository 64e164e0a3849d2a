import type { AccountInfo } from '@croupier/contract/methods/account'
import { paths } from '@croupier/contract/paths'
import { useTranslations } from 'use-intl'
import { useFormat } from '../i18n/format.ts'
import { useShell } from '../shell.ts'
import { useMenu } from '../site/menus.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu, MenuLink } from '../ui/menu.tsx'

/** Who is signed in: the withdrawable amount, and the way to everything of one's own. */
export function UserMenu({ account }: { account: AccountInfo }) {
  const t = useTranslations('shell')
  const format = useFormat()
  const links = useMenu(useShell().config.common.userMenuLinks)
  return (
    <>
      <ButtonLink
        to={paths.wallet()}
        className="num"
        aria-label={t('balance', { amount: format.money(account.balance_main) })}
      >
        {format.money(account.balance_main)}
      </ButtonLink>
      <Menu className="iconbtn" label={t('account', { name: account.fakename })} trigger={<Icon name="user" />}>
        <p className="menu-head">
          <bdi>{account.fakename}</bdi>
        </p>
        {links.map(({ label, url, icon, isCurrent }) => (
          <MenuLink key={url} to={url} icon={icon} current={isCurrent}>
            {label}
          </MenuLink>
        ))}
      </Menu>
    </>
  )
}
