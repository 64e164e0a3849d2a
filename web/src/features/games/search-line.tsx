import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { SportHitLine } from '../betting/betting.ts'
import type { SearchHit } from './search-rules.ts'

type Props = { id: string; option: SearchHit; isActive: boolean; onChoose: (option: SearchHit) => void }

/** One line of the list. The field keeps the focus; the line says only that it is chosen. */
export function SearchLine({ id, option, isActive, onChoose }: Props) {
  const shared = { id, role: 'option', 'aria-selected': isActive, tabIndex: -1, className: 'search-line' } as const
  const click = (event: MouseEvent) => {
    // A new window is the browser's business.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onChoose(option)
  }
  if (option.kind === 'word')
    return (
      <button type="button" {...shared} onClick={click}>
        <Icon name={option.isRecent ? 'history' : 'search'} />
        <span className="cut">{option.word}</span>
      </button>
    )
  return (
    <Link {...shared} to={option.to} onClick={click}>
      <Inside option={option} />
    </Link>
  )
}

function Inside({ option }: { option: Exclude<SearchHit, { kind: 'word' }> }): ReactNode {
  const t = useTranslations('games')
  const format = useFormat()
  if (option.kind === 'game') {
    const { name, images, studio, isOpen } = option.game
    const [image = '', ...spare] = images
    return (
      <>
        <Picture
          className={isOpen ? 'search-pic' : 'search-pic search-off'}
          src={image}
          spare={spare}
          alt=""
          width={96}
          height={64}
          quality={84}
        />
        <span className="search-name">
          <b className="cut">{name}</b>
          <small className="cut">{isOpen ? studio.name : t('tile.closed')}</small>
        </span>
        {isOpen && <Icon name="play" />}
      </>
    )
  }
  if (option.kind === 'sport') return <SportHitLine hit={option.hit} />
  if (option.kind === 'studio') {
    const { name, count } = option.studio
    return (
      <>
        <span className="search-pic search-letter" aria-hidden="true">
          {Array.from(name)[0]}
        </span>
        <span className="search-name">
          <b className="cut">{name}</b>
          <small className="cut">{t('studios.count', { count, shown: format.number(count) })}</small>
        </span>
        <Icon name="chevron-right" />
      </>
    )
  }
  return (
    <>
      <Icon name="layout-grid" />
      <span className="cut">{t('search.all', { count: option.count, shown: format.number(option.count) })}</span>
      <Icon name="chevron-right" />
    </>
  )
}
