import { randomUUID } from 'node:crypto'
import { isCurrency, toDecimal } from '@croupier/contract/money'
import { renderSVG } from 'uqr'
import type { Config } from '../config.ts'
import { escaped, plainPage } from '../http/plain-page.ts'
import { testNumberOf } from './payment-cards.ts'
import type { Payment } from './payment-store.ts'

type Site = Pick<Config, 'isSecure'>

export const outcomeNames = ['success', 'fail', 'pending', 'cancel'] as const
export type OutcomeName = (typeof outcomeNames)[number]

const sumOf = ({ amount, currency }: Pick<Payment, 'amount' | 'currency'>) =>
  `${isCurrency(currency) ? toDecimal(BigInt(amount), currency) : amount} ${currency}`

const buttons: Record<OutcomeName, string> = {
  success: 'Pay',
  fail: 'Let it fail',
  pending: 'Leave it open',
  cancel: 'Cancel and go back',
}

/** Another card for each payment, so that two who only press the button do not own the same. */
const cardFields = (
  ref: string,
) => `<label>Card number <input name="number" inputmode="numeric" autocomplete="off" value="${testNumberOf(ref)}"></label>
<p><small>Any number that can exist pays. 4000000000000002 is declined, 4000000000009995 has too little on it.</small></p>`

const choice = (address: string, outcome: OutcomeName, more = '') =>
  `<form method="post" action="${escaped(address)}">${more}<input type="hidden" name="outcome" value="${outcome}"><button>${buttons[outcome]}</button></form>`

const titles: Record<string, string> = {
  card: 'Pay by card',
  bank: 'Your bank',
  wallet: 'Confirm on your phone',
  iban: 'Bank transfer',
  pix: 'Pay by PIX',
}

const ends: Record<string, string> = {
  succeeded: 'This is paid.',
  failed: 'This has failed.',
  canceled: 'This was cancelled.',
  refunded: 'The money went back.',
  paid: 'This is paid out.',
  rejected: 'This was rejected.',
}

type Shown = { payment: Payment; address: string; merchant: string; code: string | null }

/** Everything about one payment, with the choice of how it ends. */
export function paymentPage(config: Site, { payment, address, merchant, code }: Shown) {
  const { status, details, direction } = payment
  const isOver = Object.hasOwn(ends, status)
  const asksCard = direction === 'in' && details.method === 'card' && details.card === null
  const names: OutcomeName[] = direction === 'out' ? ['success', 'fail'] : [...outcomeNames]
  const forms = names.map((name) =>
    choice(address, name, name === 'success' && asksCard ? cardFields(payment.ref) : ''),
  )
  const back = details.returnUrls && `<p><a href="${escaped(details.returnUrls.pending)}">Back to the shop</a></p>`
  const body = `<p><strong>Test provider.</strong> No money moves here.</p>
<p>${escaped(merchant)}: <strong>${escaped(sumOf(payment))}</strong></p>
${details.card ? `<p>Card ${escaped(details.card.mask)}</p>` : ''}
${status === 'processing' ? '<p>This is still open. It can be ended now.</p>' : ''}
${code && !isOver ? `${renderSVG(code)}<p><code>${escaped(code)}</code></p>` : ''}
${isOver ? `<p>${ends[status]}</p>${back ?? ''}` : forms.join('')}
<p><small>${escaped(payment.ref)}</small></p>`
  return plainPage({ config, title: titles[details.method] ?? 'Payment', body, hasForm: true })
}

export const unknownPage = (config: Site) =>
  plainPage({ config, title: 'Payment', body: '<p>There is no such payment at the test provider.</p>' })

export function bookPage(config: Site, mount: string, payments: readonly Payment[]) {
  const lines = payments.map(
    (payment) =>
      `<li><a href="${mount}/${escaped(payment.ref)}">${payment.direction === 'in' ? 'Payment' : 'Payout'} ${escaped(payment.merchantRef)}</a>: ${escaped(sumOf(payment))}, ${escaped(payment.details.method)}, ${escaped(payment.status)}</li>`,
  )
  const body = `<p>The test provider's book, newest first.</p><ul>${lines.join('')}</ul>`
  return plainPage({ config, title: 'Sandbox: payments', body })
}

/** The page posts to this origin alone, and no other may frame it. */
const frameScript = (origin: string) => `const to=${JSON.stringify(origin).replaceAll('<', '\\u003c')}
const form=document.querySelector('form'),said=document.querySelector('[role=alert]')
const tell=(what)=>{if(parent!==window)parent.postMessage(what,to)}
new ResizeObserver(()=>tell({type:'size',height:document.documentElement.offsetHeight})).observe(document.documentElement)
form.addEventListener('submit',async(event)=>{event.preventDefault();said.textContent=''
const answer=await fetch(location.href,{method:'POST',body:new URLSearchParams(new FormData(form))}).catch(()=>null)
const read=answer&&await answer.json().catch(()=>null)
if(answer&&answer.ok&&read){form.reset();tell({type:'card',token:read.token,mask:read.mask});said.textContent='Card '+read.mask+' is ready.'}
else{said.textContent=read&&read.message||'The card could not be read. Try again.'
const wrong=read&&form.elements[read.field];if(wrong)wrong.focus()}})`

/** Card fields for a frame. What is typed goes to this company alone; the page around hears a token and a mask. */
export function cardFramePage(config: Site, origin: string) {
  const field = (label: string, name: string, more: string) =>
    `<label>${label} <input name="${name}" required autocomplete="cc-${more}"></label>`
  const body = `<form method="post">
${field('Card number', 'number', 'number" inputmode="numeric" maxlength="23')}
${field('Expires (MM/YY)', 'expiry', 'exp" inputmode="numeric" maxlength="7')}
${field('Security code', 'cvc', 'csc" inputmode="numeric" maxlength="4')}
${field('Name on the card', 'holder', 'name" maxlength="60')}
<button>Use this card</button></form><p role="alert"></p>
<p><small>Test provider: use ${testNumberOf(randomUUID())}, any later month and any three digits.</small></p>`
  const { headers, html } = plainPage({ config, title: 'Card', body, script: frameScript(origin), hasForm: true })
  const policy = headers['content-security-policy'].replace(
    "frame-ancestors 'none'",
    `frame-ancestors ${origin}; connect-src 'self'`,
  )
  const { 'x-frame-options': _refused, ...rest } = headers
  return { headers: { ...rest, 'content-security-policy': policy }, html }
}
