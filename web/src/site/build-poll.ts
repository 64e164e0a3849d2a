import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useShell } from '../shell.ts'
import { logProblem } from '../ui/log-problem.ts'
import { toast } from '../ui/toast-store.ts'
import { isGuessing } from './in-advance.ts'

const everyMs = 60_000
const guardMs = 10_000
const guardKey = 'reloaded_at'

/** Never twice within ten seconds: a page that cannot be loaded must not reload for ever. */
export function reloadPage() {
  const last = Number(sessionStorage.getItem(guardKey) ?? 0)
  if (Date.now() - last < guardMs) return
  sessionStorage.setItem(guardKey, String(Date.now()))
  location.reload()
}

/** Without a connection a new load would lose the page, and what is typed in it. */
const isHouseThere = (): Promise<boolean> =>
  fetch('/build.json', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

async function isOutdated(buildId: string): Promise<boolean> {
  try {
    const answer = await fetch('/build.json', { cache: 'no-store' })
    const { build } = await answer.json()
    return typeof build === 'string' && build !== buildId
  } catch (error) {
    logProblem('build.json', error)
    return false
  }
}

/** Open pages notice a new version and say so once, without pressing anybody. */
export function useBuildPoll() {
  const { buildId } = useShell()
  const t = useTranslations('common.newVersion')
  useEffect(() => {
    const timer = setInterval(async () => {
      if (document.hidden || !(await isOutdated(buildId))) return
      clearInterval(timer)
      toast({
        id: 'new-version',
        title: t('title'),
        text: t('text'),
        action: { text: t('reload'), onClick: reloadPage },
        timeoutMs: 0,
      })
    }, everyMs)
    // A part of an older build is gone from the server: the whole page is needed anew.
    const onMissing = async () => {
      if (!isGuessing() && (await isHouseThere())) reloadPage()
    }
    addEventListener('vite:preloadError', onMissing)
    return () => {
      clearInterval(timer)
      removeEventListener('vite:preloadError', onMissing)
    }
  }, [buildId, t])
}
