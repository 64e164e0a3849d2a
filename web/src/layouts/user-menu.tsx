import type { AccountInfo } from '@croupier/contract/methods/account'
import { useTranslations } from 'use-intl'
import { BalanceMenu } from '../session/balance-menu.tsx'
import { useSignOut } from '../session/sign-out.ts'
import { useShell } from '../shell.ts'
import { useMenu } from '../site/menus.ts'
import { setLoader } from '../site/page-loader.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu, MenuItem, MenuLink } from '../ui/menu.tsx'
import { toast } from '../ui/toast-store.ts'

/** Who is signed in: the money, the way to everything of one's own, and the way out. */
export function UserMenu({ account }: { account: AccountInfo }) {
  const t = useTranslations('shell')
  const signOut = useSignOut()
  const links = useMenu(useShell().config.common.userMenuLinks)

  const logOut = () => {
    setLoader(true)
    signOut.logOut().catch(() => {
      setLoader(false)
      toast({ kind: 'error', title: t('logOutFailed'), text: t('logOutFailedText') })
    })
  }
  return (
    <>
      <BalanceMenu key={account.uid} isPayoutOnly={account.is_payout_only} />
      <Menu className="iconbtn" label={t('account', { name: account.fakename })} trigger={<Icon name="user" />}>
        <p className="menu-head">
          <bdi>{account.fakename}</bdi>
        </p>
        {links.map(({ label, url, icon, isCurrent }) => (
          <MenuLink key={url} to={url} icon={icon} current={isCurrent}>
            {label}
          </MenuLink>
        ))}
        <MenuItem icon="log-out" onClick={logOut}>
          {t('logOut')}
        </MenuItem>
      </Menu>
    </>
  )
}
