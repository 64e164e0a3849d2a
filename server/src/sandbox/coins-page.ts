import { renderSVG } from 'uqr'
import type { Config } from '../config.ts'
import { escaped, plainPage } from '../http/plain-page.ts'
import type { Coin } from './coins-store.ts'

type Site = Pick<Config, 'isSecure'>

const words: Record<string, string> = {
  waiting: 'Nothing has come yet.',
  confirming: 'The coins are on their way: one confirmation is missing.',
  underpaid: 'Less has come than was asked for. The rest may still come.',
  done: 'Everything has come.',
  overpaid: 'More has come than was asked for. The shop will look at it.',
  expired: 'Too late: the order is over.',
  returned: 'The coins went back.',
  queued: 'This will be sent.',
  rejected: 'The network did not take this.',
}

const choices: Record<string, [string, string][]> = {
  waiting: [
    ['exact', 'I sent it exactly'],
    ['less', 'I sent less'],
    ['more', 'I sent more'],
    ['never', 'I never send it'],
  ],
  underpaid: [
    ['exact', 'I sent the rest'],
    ['never', 'I never send the rest'],
  ],
  confirming: [['confirm', 'Another block: confirm']],
  queued: [
    ['confirm', 'Send it now'],
    ['never', 'Let the network refuse it'],
  ],
}

export function coinPage(config: Site, coin: Coin, address: string) {
  const { amount, received, asset, state, confirmations, returnUrl } = coin
  const forms = (choices[state] ?? []).map(
    ([sent, label]) =>
      `<form method="post" action="${escaped(address)}"><input type="hidden" name="sent" value="${sent}"><button>${label}</button></form>`,
  )
  const body = `<p><strong>Test processor.</strong> Nothing is sent on any chain; send nothing to this address.</p>
<p>${escaped(amount)} ${escaped(asset)} to</p>${renderSVG(coin.address)}<p><code>${escaped(coin.address)}</code></p>
<p>${escaped(words[state] ?? state)} Received: ${escaped(received)}, confirmations: ${confirmations}.</p>
${forms.join('')}${returnUrl ? `<p><a href="${escaped(returnUrl)}">Back to the shop</a></p>` : ''}
<p><small>${escaped(coin.id)}</small></p>`
  return plainPage({ config, title: 'Pay with coins', body, hasForm: true })
}

export const unknownCoinPage = (config: Site) =>
  plainPage({ config, title: 'Pay with coins', body: '<p>The test processor does not know this order.</p>' })

export function coinBookPage(config: Site, mount: string, coins: readonly Coin[]) {
  const lines = coins.map(
    ({ id, direction, orderId, amount, asset, state }) =>
      `<li><a href="${mount}/pay/${escaped(id)}">${direction === 'in' ? 'Order' : 'Transfer'} ${escaped(orderId)}</a>: ${escaped(amount)} ${escaped(asset)}, ${escaped(state)}</li>`,
  )
  const body = `<p>The test processor's book, newest first.</p><ul>${lines.join('')}</ul>`
  return plainPage({ config, title: 'Sandbox: coins', body })
}
