import { type ImageOptions, imageSet, imageSetFor } from '@croupier/contract/image'
import { useCallback, useState } from 'react'
import { cx } from './cx.ts'

const fallback = '/art/fallback.webp'

type Size = Pick<ImageOptions, 'quality'> & { width: number; height: number }

type Props = Size & {
  src: string
  alt: string
  /** Tried in this order where the first one is missing. */
  spare?: readonly string[]
  /** Written on the plain picture when none of them came. */
  plain?: string
  /** For the few pictures of the first view, which are painted with it; all others wait until they come near. */
  eager?: boolean
  /** A tiny data URI shown under a blur until the picture is there. */
  blur?: string
  /** How wide it is drawn, where that is less than `width`: `sizes` of CSS. */
  drawn?: string
  className?: string
}

const none: readonly string[] = []

/** A picture through the image proxy. Its place is reserved, and a broken one is replaced: by the spares, then by a plain one. */
export function Picture({
  src,
  spare = none,
  plain,
  alt,
  width,
  height,
  quality,
  eager,
  blur,
  drawn,
  className,
}: Props) {
  const { source, watch } = useSource([src, ...spare].filter(Boolean))
  const size = { width, height, quality }
  const set = source ? (drawn ? imageSetFor(source, drawn, size) : imageSet(source, size)) : { src: fallback }
  return (
    <span className={cx('pic', className)}>
      {blur && source && <img className="pic-blur" src={blur} alt="" />}
      <img
        {...set}
        ref={watch}
        alt={alt}
        width={width}
        height={height}
        loading={eager ? undefined : 'lazy'}
        decoding={eager ? 'sync' : 'async'}
        fetchPriority={eager ? 'high' : undefined}
      />
      {!source && plain && (
        <span className="pic-plain" aria-hidden="true">
          {plain}
        </span>
      )}
    </span>
  )
}

/** The first of them that is not missing; none once all are. */
function useSource(sources: readonly string[]) {
  const key = sources.join(' ')
  const [state, setState] = useState({ key, lost: 0 })
  const lost = state.key === key ? state.lost : 0
  const source = sources[lost]
  // What stands in for all of them may be missing too: then there is nothing left to try.
  const watch = useCallback(
    (img: HTMLImageElement | null) =>
      img && source ? onBroken(img, () => setState({ key, lost: lost + 1 })) : undefined,
    [key, lost, source],
  )
  return { source, watch }
}

export function useBroken(src: string) {
  const [brokenSrc, setBrokenSrc] = useState<string>()
  const watch = useCallback(
    (img: HTMLImageElement | null) => (img ? onBroken(img, () => setBrokenSrc(src)) : undefined),
    [src],
  )
  return { broken: brokenSrc === src, watch }
}

/** Also notices a picture that broke before the script arrived. */
function onBroken(img: HTMLImageElement, tell: () => void) {
  if (img.complete && img.naturalWidth === 0 && img.currentSrc) tell()
  img.addEventListener('error', tell)
  return () => img.removeEventListener('error', tell)
}
