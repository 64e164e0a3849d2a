import { type ComponentType, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { StudiosListProps } from './hall-studios-list.tsx'

type Props = Omit<StudiosListProps, 'close'>

/** The studios that are chosen, and a panel to choose others. Its code comes with the first opening. */
export function HallStudios(props: Props) {
  const t = useTranslations('games.hall')
  const chosen = props.chosen.providers.length
  return (
    <Panel
      className="pick pick-wide"
      label={t('studios')}
      trigger={
        <>
          <Icon name="layers" />
          <span className="cut">{t('studios')}</span>
          {chosen > 0 && <span className="badge">{chosen}</span>}
          <Icon name="chevron-down" />
        </>
      }
    >
      {(close) => <Studios {...props} close={close} />}
    </Panel>
  )
}

// Not by React.lazy: that would hold it back for 300 ms. Until it is there the panel is empty, and an empty one is not seen.
function Studios(props: StudiosListProps) {
  const [List, setList] = useState<ComponentType<StudiosListProps>>()
  useEffect(() => {
    // A lost part is fetched by a reload of the page, which the build poll asks for.
    import('./hall-studios-list.tsx').then(
      (module) => setList(() => module.default),
      () => props.close(),
    )
  }, [props.close])
  return List ? <List {...props} /> : null
}
