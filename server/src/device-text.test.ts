import { expect, test } from 'vitest'
import { deviceText } from './device-text.ts'

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/142.0.0.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36 OPR/120.0`, 'Opera on Linux'],
  [`Mozilla/5.0 (Linux; Android 15) ${chrome} Mobile Safari/537.36`, 'Chrome on Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 'Safari on macOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'Safari on iPhone'],
  ['Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) CriOS/142.0 Mobile Safari/604.1', 'Chrome on iPad'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  ['curl/8.0', ''],
  ['<script>alert(1)</script> Windows', 'Windows'],
  ['', ''],
  [null, ''],
  ['x'.repeat(100_000), ''],
])('%j is %j', (userAgent, text) => {
  expect(deviceText(userAgent)).toBe(text)
})
