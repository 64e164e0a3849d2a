import { expect, test } from 'vitest'
import { readMime } from './mime.ts'

const lines = (...text: string[]) => Buffer.from(text.join('\r\n'))

test('a plain message is read as it is', () => {
  const { headers, text, html } = readMime(lines('Subject: Hello', 'X-Long: a', ' b', '', 'One', '', 'Two', ''))
  expect([headers.get('subject'), headers.get('x-long'), text, html]).toEqual(['Hello', 'a b', 'One\n\nTwo', ''])
})

test('words in a header come back in their own letters', () => {
  const subject = '=?UTF-8?Q?Caf=C3=A9_?= =?UTF-8?B?0LTQsA==?='
  expect(readMime(lines(`Subject: ${subject}`, '', '')).headers.get('subject')).toBe('Café да')
})

test('both forms of a letter are found, whatever they are wrapped in', () => {
  const message = lines(
    'Content-Type: multipart/alternative; boundary="b1"',
    '',
    'for old readers',
    '--b1',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Caf=C3=A9 =',
    'now',
    '--b1',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('<p>Café</p>').toString('base64'),
    '--b1--',
    '',
  )
  expect(readMime(message)).toMatchObject({ text: 'Café now', html: '<p>Café</p>' })
})

test('what is no message at all is read without a fault', () => {
  expect(readMime(Buffer.alloc(0))).toMatchObject({ text: '', html: '' })
  expect(readMime(Buffer.from('Content-Type: multipart/mixed; boundary=x'))).toMatchObject({ text: '' })
})
