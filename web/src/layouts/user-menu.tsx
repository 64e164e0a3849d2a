import type { AccountInfo } from '@croupier/contract/methods/account'
import { paths } from '@croupier/contract/paths'
import { useTranslations } from 'use-intl'
import { useFormat } from '../i18n/format.ts'
import { useLeave } from '../session/leave.ts'
import { useShell } from '../shell.ts'
import { useMenu } from '../site/menus.ts'
import { setLoader } from '../site/page-loader.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu, MenuItem, MenuLink } from '../ui/menu.tsx'
import { toast } from '../ui/toast-store.ts'

/** Who is signed in: the withdrawable amount, the way to everything of one's own, and the way out. */
export function UserMenu({ account }: { account: AccountInfo }) {
  const t = useTranslations('shell')
  const format = useFormat()
  const leave = useLeave()
  const { is_payout_only: isPayoutOnly } = account
  const links = useMenu(useShell().config.common.userMenuLinks)

  const logOut = () => {
    setLoader(true)
    leave.logOut().catch(() => {
      setLoader(false)
      toast({ kind: 'error', title: t('logOutFailed'), text: t('logOutFailedText') })
    })
  }
  return (
    <>
      <ButtonLink
        to={isPayoutOnly ? paths.withdraw() : paths.wallet()}
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
        <MenuItem icon="log-out" onClick={logOut}>
          {t('logOut')}
        </MenuItem>
      </Menu>
    </>
  )
}
