import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useShell } from '../../shell.ts'
import { frameRoom, readCardNews } from './requisite-card-news.ts'

type Props = { url: string; onCard: (card: { token: string; mask: string }) => void }

/** The provider's own page for a card. Only this very frame, at its own origin, is believed. */
export function CardFrame({ url, onCard }: Props) {
  const t = useTranslations('cashier.requisites.card_token')
  const frame = useRef<HTMLIFrameElement>(null)
  // Elsewhere it keeps its own storage and nothing of ours, and can neither open windows nor move this page. In our own
  // origin, where only the sandbox peer lives, the same words would hold nothing back, and browsers say so.
  const { origin: own } = useShell()
  const isElsewhere = URL.parse(url, own)?.origin !== new URL(own).origin
  const [height, setHeight] = useState<number>(frameRoom.least)
  const said = useEffectEvent((data: unknown) => {
    const news = readCardNews(data)
    if (news?.kind === 'card') onCard(news)
    if (news?.kind === 'height') setHeight(news.height)
  })
  useEffect(() => {
    const expected = URL.parse(url, location.href)?.origin
    const hear = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (source === frame.current?.contentWindow && origin === expected) said(data)
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [url])
  return (
    <iframe
      ref={frame}
      className="card-frame"
      style={{ blockSize: height }}
      src={url}
      title={t('frame')}
      sandbox={isElsewhere ? 'allow-scripts allow-same-origin allow-forms' : undefined}
      referrerPolicy="strict-origin"
    />
  )
}
