import type { Config } from '../config.ts'
import { escaped, plainPage } from '../http/plain-page.ts'

type Site = Pick<Config, 'isSecure'>

/** Shown inside the site's own page, so our own origin may frame it, and no other. */
function framed(config: Site, title: string, body: string, script?: string) {
  const { headers, html } = plainPage({ config, title, body, script, hasForm: true })
  const policy = headers['content-security-policy'].replace("frame-ancestors 'none'", "frame-ancestors 'self'")
  return { headers: { ...headers, 'content-security-policy': policy, 'x-frame-options': 'SAMEORIGIN' }, html }
}

const reasons = {
  DOCUMENT_PAGE_MISSING: 'A page of the document is missing',
  UNSATISFACTORY_PHOTOS: 'The photo cannot be read',
  EXPIRED_DOCUMENT: 'The document has expired',
} as const

export const rejectLabels: readonly string[] = Object.keys(reasons)

export type CheckFlow = { token: string; what: 'person' | 'action'; state: string; documents: { name: string }[] }

const address = (token: string) => `/sandbox/identity/flow?token=${encodeURIComponent(token)}`

const documentsForm = ({ token, what }: CheckFlow) => `<p>${
  what === 'person' ? 'Show who you are' : 'Show that this is yours'
}. This is a stand-in: files are counted and thrown away.</p>
<form method="post" enctype="multipart/form-data" action="${escaped(address(token))}">
<input type="hidden" name="step" value="documents">
<label>Document, front side <input type="file" name="document" required></label>
<label>Document, back side <input type="file" name="document"></label>
<label>Photo of yourself <input type="file" name="document"></label>
<button>Hand in</button></form>`

const choice = (token: string, outcome: string, label: string, more = '') =>
  `<form method="post" action="${escaped(address(token))}"><input type="hidden" name="step" value="outcome">
<input type="hidden" name="outcome" value="${outcome}">${more}<button>${label}</button></form>`

const list = (documents: CheckFlow['documents']) => `<p>Handed in:</p>
<ul>${documents.map(({ name }) => `<li>${escaped(name)}</li>`).join('')}</ul>`

const outcomeForms = ({ token, documents }: CheckFlow) => `${documents.length > 0 ? list(documents) : ''}
<p>A provider would look at this now. Here you decide.</p>
${choice(token, 'approve', 'Approve')}
${choice(
  token,
  'retry',
  'Ask for it again',
  `<label>Reason <select name="reason">${Object.entries(reasons)
    .map(([value, text]) => `<option value="${value}">${text}</option>`)
    .join('')}</select></label>`,
)}
${choice(token, 'reject', 'Reject for good')}`

const done: Record<string, string> = {
  approve: 'Everything is in order. You can go back to the site.',
  retry: 'Something has to be shown again. You can go back to the site.',
  reject: 'The check has failed. You can go back to the site.',
}

/** What the provider's own pages tell the page around them. */
const tellSubmitted = `if(parent!==window)parent.postMessage({type:'idCheck.onApplicantSubmitted'},location.origin)`

/** An action has no state of its own here: everything about it is on one page, until its outcome is chosen. */
const actionForms = (flow: CheckFlow) =>
  Object.hasOwn(done, flow.state) ? '' : documentsForm(flow) + outcomeForms(flow)

export function flowPage(config: Site, flow: CheckFlow) {
  const outcome = Object.hasOwn(done, flow.state) ? done[flow.state] : undefined
  if (flow.what === 'action') {
    return framed(config, 'Identity check', `${outcome ? `<p>${outcome}</p>` : ''}${actionForms(flow)}`)
  }
  if (outcome) {
    const again = flow.state === 'retry' ? documentsForm(flow) : ''
    return framed(config, 'Identity check', `<p>${outcome}</p>${again}`)
  }
  if (flow.state === 'pending') return framed(config, 'Identity check', outcomeForms(flow), tellSubmitted)
  return framed(config, 'Identity check', documentsForm(flow))
}

export const overPage = (config: Site) =>
  framed(config, 'Identity check', '<p>This link is over. Open the check again from your profile.</p>')
