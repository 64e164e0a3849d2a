import type { Output } from '@croupier/contract/contract'
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { Tag } from '../../ui/tag.tsx'
import { productWords, sizeOf } from './bet-export-rules.ts'
import { Item, ProfileSection } from './profile-section.tsx'

type File = Output<'games.gethistoryexportrequest'>['items'][number]
type Status = File['status']

/** The stream says when a file is ready; where it does not reach, a look now and then will do. */
const lookMs = 5_000

const icons: Record<Status, IconName> = {
  queued: 'hourglass',
  ready: 'file-text',
  failed: 'circle-alert',
  expired: 'clock',
}
const tones = { queued: 'info', ready: 'positive', failed: 'negative', expired: undefined } as const

export function BetExportList({ files }: { files: readonly File[] }) {
  const t = useTranslations('bets.exports')
  const { revalidate } = useRevalidator()
  const isWaiting = files.some(({ status }) => status === 'queued')
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => !document.hidden && void revalidate(), lookMs)
    return () => clearInterval(timer)
  }, [isWaiting, revalidate])
  if (files.length === 0)
    return (
      <Card>
        <Empty icon="file-text" title={t('none')} text={t('noneText')} />
      </Card>
    )
  return (
    <ProfileSection title={t('files')} text={t('filesText')}>
      <ul className="items" aria-live="polite">
        {files.map((file) => (
          <Row key={file.id} file={file} />
        ))}
      </ul>
    </ProfileSection>
  )
}

function Row({ file }: { file: File }) {
  const t = useTranslations('bets.exports')
  const products = useTranslations('my-bets.product')
  const format = useFormat()
  const { status, product, mode, created_at: createdAt, expires_at: expiresAt, url, rows, bytes } = file
  const size = bytes === null ? null : sizeOf(bytes)
  const download = status === 'ready' && url && (
    <a className="btn" href={url} download>
      <Icon name="download" />
      {t('download')}
    </a>
  )
  return (
    <Item icon={icons[status]} title={<Days file={file} />} action={download}>
      <span className="export-tags">
        <Tag tone={tones[status]}>{t(`statuses.${status}`)}</Tag>
        {product === 'sports' && <Tag>{products(productWords[product])}</Tag>}
        <Tag>{t(`modes.${mode}`)}</Tag>
      </span>
      <span className="dim num">
        {t('askedAt')} <LocalTime at={createdAt} withTime />
        {rows !== null && ` · ${t('rows', { count: rows })}`}
        {size && ` · ${format.number(size.value)} ${size.unit}`}
      </span>
      {status === 'ready' && expiresAt && (
        <span className="dim num">
          {t('until')} <LocalTime at={expiresAt} withTime />
        </span>
      )}
      {status === 'failed' && <span className="dim">{t('failedText')}</span>}
      {status === 'expired' && <span className="dim">{t('expiredText')}</span>}
    </Item>
  )
}

/** As dates are written here; these are days, not moments, so no zone moves them. */
const written = (day: string) => day.slice(0, 10).split('-').reverse().join('.')

function Days({ file: { from, to } }: { file: File }) {
  const t = useTranslations('bets.exports')
  if (from && to) return <span className="num">{`${written(from)} – ${written(to)}`}</span>
  if (from) return t('since', { day: written(from) })
  if (to) return t('upTo', { day: written(to) })
  return t('all')
}
