import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { openPopup } from '../../dialogs/dialogs.ts'
import { DialogActions, DialogBody, DialogTitle } from '../../dialogs/parts.tsx'
import { Button } from '../../ui/button.tsx'
import { openDepositLimit } from '../limits/limits.tsx'
import { limitAskedNote } from './deposit-data.ts'

type PromptAnswer = 'set' | 'notNow' | 'closed'

/**
 * Before the first deposit: a limit now, or not now. Asked once; that it was asked is kept with the account, so that
 * no other device asks again. Only "not now" lets the deposit go on at once: who closes the dialog is still thinking.
 */
export async function askAboutLimit(currency: string): Promise<PromptAnswer> {
  const said = await new Promise<PromptAnswer>((answer) => {
    let chosen: PromptAnswer = 'closed'
    const { close } = openPopup({
      name: 'deposit-limit-question',
      size: 'small',
      content: (
        <Prompt
          onAnswer={(choice) => {
            chosen = choice
            close()
          }}
        />
      ),
      onClosed: () => answer(chosen),
    })
  })
  call('storage.set', { key: limitAskedNote, value: '1' }).catch(() => undefined)
  if (said !== 'set') return said
  return (await openDepositLimit(currency)) ? 'set' : 'closed'
}

function Prompt({ onAnswer }: { onAnswer: (choice: PromptAnswer) => void }) {
  const t = useTranslations('cashier.limitPrompt')
  return (
    <DialogBody>
      <DialogTitle>{t('title')}</DialogTitle>
      <p>{t('text')}</p>
      <p className="dim">{t('later')}</p>
      <DialogActions>
        <Button size="l" onClick={() => onAnswer('notNow')}>
          {t('notNow')}
        </Button>
        <Button size="l" kind="ivory" onClick={() => onAnswer('set')}>
          {t('set')}
        </Button>
      </DialogActions>
    </DialogBody>
  )
}
