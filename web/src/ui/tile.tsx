import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'
import { Picture } from './picture.tsx'
import { Skeleton } from './skeleton.tsx'

/** In rows and grids alike. */
const drawn = '(max-width: 991px) 10.5rem, 12.5rem'

export type TileMark = { text: ReactNode; icon?: IconName; brass?: boolean }

type Props = {
  to: string
  name: string
  /** The second line: who made it, or why it is not available. */
  by?: ReactNode
  image: string
  /** Pictures to try where the first is missing. */
  spare?: readonly string[]
  blur?: string
  eager?: boolean
  marks?: readonly TileMark[]
  /** A small round button at the top end of the picture. */
  corner?: ReactNode
  /** Buttons over the picture, for a pointer that can hover. On touch the whole tile is the link. */
  actions?: ReactNode
  /** Place in a ranked row. */
  rank?: number
  off?: boolean
  /** Before the link is followed. */
  onOpen?: (event: MouseEvent<HTMLAnchorElement>) => void
}

export function Tile(props: Props) {
  const { to, name, by, image, spare, blur, eager, marks, corner, actions, rank, off, onOpen } = props
  return (
    <article className={cx('tile', rank !== undefined && 'tile-ranked', off && 'tile-off')}>
      {rank !== undefined && (
        <span className="tile-rank" aria-hidden="true">
          {rank}
        </span>
      )}
      <div className="tile-pic">
        <Picture
          src={image}
          spare={spare}
          plain={name}
          alt=""
          width={288}
          height={192}
          quality={84}
          drawn={drawn}
          eager={eager}
          blur={blur}
        />
        {marks && marks.length > 0 && <Marks marks={marks} />}
        {actions && <div className="tile-acts">{actions}</div>}
        {corner && <div className="tile-corner">{corner}</div>}
      </div>
      <div className="tile-text">
        <Link className="tile-link cut" to={to} onClick={onOpen}>
          {name}
        </Link>
        <span className="tile-by cut">{by}</span>
      </div>
    </article>
  )
}

function Marks({ marks }: { marks: readonly TileMark[] }) {
  return (
    <div className="tile-marks">
      {marks.map((mark, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: marks have no life of their own
        <span key={place} className={cx('tile-mark num', mark.brass && 'tile-mark-brass')}>
          {mark.icon && <Icon name={mark.icon} size={12} />}
          {mark.text}
        </span>
      ))}
    </div>
  )
}

/** The same boxes as a tile, while it loads. */
export function TileSkeleton() {
  return (
    <div className="tile" aria-hidden="true">
      <Skeleton shape="tile" />
      <div className="tile-text">
        <Skeleton className="skeleton-name" />
        <Skeleton className="skeleton-small" />
      </div>
    </div>
  )
}
