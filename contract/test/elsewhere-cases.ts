/** Ways to write an address elsewhere so that it looks like a path of ours, or is read as one by half of the readers. */

const hosts = ['evil.test', 'evil.test/x', 'localhost.evil.test', 'user@evil.test', 'evil.test%23', 'evil.test?x=1']

const starts = [
  '//',
  '///',
  '////',
  '/\\',
  '\\\\',
  '\\/',
  '/\\/',
  'https://',
  'http:',
  'https:/',
  '/%2f',
  '/%5c',
  '/%2F%2F',
  '/\t/',
  '/%09/',
]

/** 90 of them: each start with each host. */
export const elsewhere: readonly string[] = starts.flatMap((start) => hosts.map((host) => start + host))

/** The same behind a locale, which is cut off before the rest is followed. */
export const behindLocale: readonly string[] = starts
  .filter((start) => !start.startsWith('http'))
  .flatMap((start) => hosts.map((host) => `/es${start.startsWith('/') ? '' : '/'}${start}${host}`))

/** Schemes that run or hold something, in the spellings that filters miss. */
export const schemes: readonly string[] = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '/javascript:alert(1)/../../\\evil.test',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://evil.test/x',
  'file:///etc/passwd',
  'view-source:https://evil.test',
  'filesystem:https://evil.test/x',
  'intent://evil.test#Intent;end',
]
