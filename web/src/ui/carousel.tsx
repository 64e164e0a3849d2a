import { imageSet, imageSetFor } from '@croupier/contract/image'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { IconButton } from './icon-button.tsx'
import { useBroken } from './picture.tsx'

const wideScreen = '(min-width: 992px)'
const tablet = '(min-width: 768px)'

export type Slide = {
  id: string
  /** A few words above the title: what it is about. */
  eyebrow?: ReactNode
  title: ReactNode
  text?: ReactNode
  /** Conditions in small print, when the words above name money. */
  terms?: ReactNode
  /** One button. The `glass` kind turns ivory on the wide picture. */
  action?: ReactNode
  /** 735 by 240, for wide screens; its middle, 360 by 240, for tablets. */
  wide: string
  /** 360 by 520, for phones. */
  poster: string
}

type Labels = {
  region: string
  back: string
  forward: string
  pause: string
  play: string
  /** "1 of 4" */
  place: (at: number, count: number) => string
}

/** Banners: a row of posters on a phone, of cards on a tablet, one wide picture at a time from 992 px. Scrolling is the browser's own. */
export function Carousel({ slides, labels, slideMs }: { slides: readonly Slide[]; labels: Labels; slideMs: number }) {
  const track = useRef<HTMLDivElement>(null)
  const at = useCurrent(track)
  const [stopped, setStopped] = useState(false)
  const many = slides.length > 1

  const show = (place: number) => {
    const slide = track.current?.children[(place + slides.length) % slides.length]
    if (slide instanceof HTMLElement) track.current?.scrollTo({ left: slide.offsetLeft })
  }
  const stop = () => setStopped(true)
  useAdvance(track, !stopped && many && slideMs > 0, slideMs, () => show(at + 1))

  return (
    <section className="carousel on-art" aria-label={labels.region} aria-roledescription="carousel">
      <div
        ref={track}
        className="carousel-track"
        onPointerDown={stop}
        onWheel={(event) => event.deltaX !== 0 && stop()}
      >
        {slides.map((slide, place) => (
          <SlideView key={slide.id} slide={slide} first={place === 0} label={labels.place(place + 1, slides.length)} />
        ))}
      </div>
      {many && (
        <div className="carousel-controls">
          <span className="dots" aria-hidden="true">
            {slides.map((slide, place) => (
              <i key={slide.id} className={cx(place === at && 'on')} />
            ))}
          </span>
          <div>
            <IconButton
              onArt
              size="s"
              icon={stopped ? 'play' : 'pause'}
              label={stopped ? labels.play : labels.pause}
              onClick={() => setStopped(!stopped)}
            />
            <IconButton
              onArt
              size="s"
              icon="chevron-left"
              label={labels.back}
              onClick={() => {
                stop()
                show(at - 1)
              }}
            />
            <IconButton
              onArt
              size="s"
              icon="chevron-right"
              label={labels.forward}
              onClick={() => {
                stop()
                show(at + 1)
              }}
            />
          </div>
        </div>
      )}
    </section>
  )
}

function SlideView({ slide, first, label }: { slide: Slide; first: boolean; label: string }) {
  const { broken, watch } = useBroken(slide.id)
  const wide = imageSet(slide.wide, { width: 735, height: 240, quality: 80 })
  const card = imageSet(slide.wide, { width: 360, height: 240, quality: 80 })
  const poster = imageSetFor(slide.poster, '15rem', { width: 360, height: 520, quality: 80 })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className="slide" role="group" aria-roledescription="slide" aria-label={label}>
      <picture>
        {!broken && <source media={wideScreen} srcSet={wide.srcSet} width={735} height={240} />}
        {!broken && <source media={tablet} srcSet={card.srcSet} width={360} height={240} />}
        <img
          {...(broken ? { src: '/art/fallback.webp' } : poster)}
          ref={watch}
          width={360}
          height={520}
          alt=""
          loading={first ? undefined : 'lazy'}
          decoding={first ? 'sync' : 'async'}
          fetchPriority={first ? 'high' : undefined}
        />
      </picture>
      <div className="slide-text">
        {slide.eyebrow && <p className="slide-eyebrow">{slide.eyebrow}</p>}
        <p className="slide-title">{slide.title}</p>
        {slide.text && <p className="slide-sub">{slide.text}</p>}
        {slide.terms && <p className="slide-terms">{slide.terms}</p>}
      </div>
      {slide.action && <div className="slide-act">{slide.action}</div>}
    </div>
  )
}

// Which slide is in view. scrollLeft runs below zero in right-to-left pages.
function useCurrent(track: RefObject<HTMLDivElement | null>): number {
  const [at, setAt] = useState(0)
  useEffect(() => {
    const row = track.current
    if (!row) return
    const look = () => setAt(Math.round(Math.abs(row.scrollLeft) / row.clientWidth))
    row.addEventListener('scroll', look, { passive: true })
    return () => row.removeEventListener('scroll', look)
  }, [track])
  return at
}

// Moves on only where a pause button is shown, and only while a visitor can see it and none is on it.
function useAdvance(track: RefObject<HTMLDivElement | null>, on: boolean, slideMs: number, advance: () => void) {
  const next = useEffectEvent(advance)
  useEffect(() => {
    const region = track.current?.parentElement
    if (!region || !on || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let inView = false
    const sight = new IntersectionObserver(
      ([entry]) => {
        inView = entry?.isIntersecting ?? false
      },
      { threshold: 0.5 },
    )
    sight.observe(region)
    const timer = setInterval(() => {
      const seen = inView && !document.hidden && matchMedia(wideScreen).matches
      if (seen && !region.matches(':hover, :focus-within')) next()
    }, slideMs)
    return () => {
      sight.disconnect()
      clearInterval(timer)
    }
  }, [track, on, slideMs])
}
