import { type ImageOptions, imageSet } from '@croupier/contract/image'
import { useCallback, useState } from 'react'
import { cx } from './cx.ts'

const fallback = '/art/fallback.webp'

type Size = Pick<ImageOptions, 'quality'> & { width: number; height: number }

type Props = Size & {
  src: string
  alt: string
  /** For the few pictures of the first view; all others wait until they come near. */
  eager?: boolean
  /** A tiny data URI shown under a blur until the picture is there. */
  blur?: string
  className?: string
}

/** A picture through the image proxy. Its place is reserved, and a broken one is replaced once. */
export function Picture({ src, alt, width, height, quality, eager, blur, className }: Props) {
  const { broken, watch } = useBroken(src)
  const set = broken ? { src: fallback } : imageSet(src, { width, height, quality })
  return (
    <span className={cx('pic', className)}>
      {blur && !broken && <img className="pic-blur" src={blur} alt="" />}
      <img
        {...set}
        ref={watch}
        alt={alt}
        width={width}
        height={height}
        loading={eager ? undefined : 'lazy'}
        decoding={eager ? undefined : 'async'}
        fetchPriority={eager ? 'high' : undefined}
      />
    </span>
  )
}

/** Also notices a picture that broke before the script arrived. */
export function useBroken(src: string) {
  const [brokenSrc, setBrokenSrc] = useState<string>()
  const watch = useCallback(
    (img: HTMLImageElement | null) => {
      if (!img) return
      const give = () => setBrokenSrc(src)
      if (img.complete && img.naturalWidth === 0 && img.currentSrc) give()
      img.addEventListener('error', give)
      return () => img.removeEventListener('error', give)
    },
    [src],
  )
  return { broken: brokenSrc === src, watch }
}
