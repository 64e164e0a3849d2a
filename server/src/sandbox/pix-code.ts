const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`

/** The check that ends such a code: CRC-16/CCITT-FALSE. */
export function checkOf(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff) >>> 0
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** What a phone reads from a PIX code and asks its owner to pay. */
export function pixCode({ key, amount }: { key: string; amount: string }): string {
  const text = [
    field('00', '01'),
    field('26', field('00', 'br.gov.bcb.pix') + field('01', key)),
    field('52', '0000'),
    field('53', '986'),
    field('54', amount),
    field('58', 'BR'),
    field('59', 'TEST PROVIDER'),
    field('60', 'SAO PAULO'),
    field('62', field('05', '***')),
    '6304',
  ].join('')
  return text + checkOf(text)
}
