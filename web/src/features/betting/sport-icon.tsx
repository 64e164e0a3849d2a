import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'

const icons: Readonly<Record<string, IconName>> = {
  football: 'volleyball',
  tennis: 'target',
  basketball: 'dribbble',
  hockey: 'disc-3',
  shooter: 'swords',
}

export const sportIcon = (sport: string): IconName => icons[sport] ?? 'trophy'

export const SportIcon = ({ sport }: { sport: string }) => <Icon name={sportIcon(sport)} />
