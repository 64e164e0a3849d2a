import { useTranslations } from 'use-intl'
import { saveFile } from '../../site/browser.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { verifier } from './offline-files.tsx'
import { useVerify } from './use-verify.ts'
import { Verdict } from './verdict.tsx'
import { type RoundRecord, sealedIn } from './verify-rules.ts'

/** A round that is at hand: recompute it here, or take its record along and do it without us. */
export function VerifyRecord({ record }: { record: RoundRecord }) {
  const t = useTranslations('fairness.verify')
  const { verification, verify } = useVerify()
  const save = () => saveFile(`round-${record.round}.json`, 'application/json', `${JSON.stringify(record, null, 2)}\n`)
  return (
    <>
      <div className="verify-acts">
        <Button icon="shield-check" busy={verification.state === 'busy'} onClick={() => verify(sealedIn(record))}>
          {t('button')}
        </Button>
        <Button icon="download" onClick={save}>
          {t('download')}
        </Button>
        <a className="btn" href={verifier} download>
          <Icon name="file-text" />
          {t('verifier')}
        </a>
      </div>
      <Verdict verification={verification} />
    </>
  )
}
