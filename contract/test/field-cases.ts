/**
 * Values with what the rules say about them. The same table runs against the function (profile.test.ts) and over HTTP
 * (server/src/features/account/fields.test.ts): a caller who goes past the browser hears the same reason.
 */
export type FieldCase = {
  field: string
  value: string
  reason: string | null
  /** Where the player lives; Poland unless it says so. */
  country?: string
  /** Other values that the rule depends on. */
  beside?: Record<string, string>
}

const long = 'x'.repeat(10_000)

const rows = (
  field: string,
  values: readonly (readonly [value: string, reason: string | null])[],
  where: Pick<FieldCase, 'country' | 'beside'> = {},
): FieldCase[] => values.map(([value, reason]) => ({ field, value, reason, ...where }))

const names: readonly (readonly [string, string | null])[] = [
  ['Ann', null],
  ["O'Neil", null],
  ['Jean-Luc', null],
  ['Лев', null],
  ['María José', null],
  ['  Ann  ', null],
  ['Ann😀', null],
  ['...', 'CHARACTERS'],
  ["-'-", 'CHARACTERS'],
  ['Ann2', 'CHARACTERS'],
  ['Ann@Lee', 'CHARACTERS'],
  ['<b>Ann</b>', 'CHARACTERS'],
  ['Ann; drop', 'CHARACTERS'],
  ['Ann\u202eeoD', 'CHARACTERS'],
  ['An\u200bn', 'CHARACTERS'],
  ['Ann\nBcc: x', 'CHARACTERS'],
  [long, 'TOO_LONG'],
]

const required = (...fields: string[]) => fields.map((field): FieldCase => ({ field, value: '', reason: 'REQUIRED' }))
const allowedEmpty = (...fields: string[]) => fields.map((field): FieldCase => ({ field, value: '', reason: null }))

export const fieldCases: readonly FieldCase[] = [
  ...rows('first_name', names),
  ...rows('last_name', names),
  ...rows('middle_name', names),
  ...rows('home_town', names),
  ...required('first_name', 'last_name', 'birth_date', 'country_code'),
  ...allowedEmpty('middle_name', 'home_town', 'address', 'postcode', 'sex', 'region', 'document_number'),
  { field: 'first_name', value: '😀', reason: 'REQUIRED' },
  { field: 'first_name', value: '   ', reason: 'REQUIRED' },
  ...rows('address', [
    ['Main street 5', null],
    ['Main street #5', 'CHARACTERS'],
    ['Main\u2028street', 'CHARACTERS'],
    [long, 'TOO_LONG'],
  ]),
  ...rows('birth_date', [
    ['14.06.1991', null],
    ['1991-06-14', null],
    ['29.02.2024', 'TOO_YOUNG'],
    ['30.02.1991', 'DATE'],
    ['14.06.91', 'DATE'],
    ['14/06/1991', 'DATE'],
    ['31.12.1899', 'DATE'],
    ['01.01.9999', 'DATE'],
    ['yesterday', 'DATE'],
    [long, 'DATE'],
  ]),
  ...rows('sex', [
    ['1', null],
    ['2', null],
    ['3', null],
    ['4', 'UNKNOWN_VALUE'],
    ['male', 'UNKNOWN_VALUE'],
    [long, 'UNKNOWN_VALUE'],
  ]),
  ...rows('country_code', [
    ['BR', null],
    ['XX', 'UNKNOWN_VALUE'],
    ['br', 'UNKNOWN_VALUE'],
    [long, 'UNKNOWN_VALUE'],
  ]),
  ...rows('region', [
    ['PL-14', null],
    ['BR-SP', 'UNKNOWN_VALUE'],
    ['14', 'UNKNOWN_VALUE'],
    [long, 'UNKNOWN_VALUE'],
  ]),
  ...rows('postcode', [
    ['00-950', null],
    ['00950', 'PATTERN'],
    ['00-95O', 'PATTERN'],
    [long, 'PATTERN'],
  ]),
  ...rows(
    'postcode',
    [
      ['12345678', null],
      ['123456789', 'FORMAT'],
      ['AB1', 'FORMAT'],
    ],
    { country: 'UA' },
  ),
  ...rows(
    'postcode',
    [
      ['SW1A 1AA', null],
      ['sw1a1aa', null],
      ['12345', 'PATTERN'],
    ],
    { country: 'GB' },
  ),
  ...rows('document_type', [
    ['passport', null],
    ['cpf', 'UNKNOWN_VALUE'],
    [long, 'UNKNOWN_VALUE'],
  ]),
  ...rows('document_number', [
    ['AB 123456', null],
    ['A1', 'TOO_SHORT'],
    ['AB_1234', 'CHARACTERS'],
    ['AB\u200b1234', 'CHARACTERS'],
    ['1'.repeat(10_000), 'TOO_LONG'],
  ]),
  ...rows(
    'document_number',
    [
      ['529.982.247-25', null],
      ['52998224725', null],
      ['529.982.247-24', 'CPF'],
      ['111.111.111-11', 'CPF'],
      ['AB123456', 'CPF'],
      ['', 'REQUIRED'],
      ['1'.repeat(10_000), 'CPF'],
    ],
    { country: 'BR', beside: { document_type: 'cpf' } },
  ),
  ...rows('email', [
    ['alice@example.com', null],
    ['Alice+tag@example.co.uk', null],
    ['  alice@example.com ', null],
    ['alice', 'EMAIL'],
    ['a@b@example.com', 'EMAIL'],
    ['alice@localhost', 'EMAIL'],
    ['alice@a.b.c.com', 'EMAIL'],
    ['ali ce@example.com', 'EMAIL'],
    ['alice@example.com\r\nBcc: eve@example.com', 'EMAIL'],
    ['alice@example.com,eve@example.com', 'EMAIL'],
    [`${long}@example.com`, 'EMAIL'],
  ]),
  ...rows(
    'phone',
    [
      ['512 334 904', null],
      ['+48512334904', null],
      ['5123', 'PHONE'],
      ['not a number', 'PHONE'],
      ['1'.repeat(10_000), 'PHONE'],
    ],
    { beside: { phone_country_code: 'PL' } },
  ),
  ...rows('phone', [['(11) 96123-4567', null]], { country: 'BR', beside: { phone_country_code: 'BR' } }),
  ...rows('phone', [['512334904', 'PHONE']], { beside: { phone_country_code: 'US' } }),
]
