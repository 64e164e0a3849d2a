import { expect, test } from 'vitest'
import { birthDate, date, readDate } from './date.ts'

test.each([
  ['14.06.1991', '1991-06-14'],
  ['14-06-1991', '1991-06-14'],
  ['14,06,1991', '1991-06-14'],
  ["14'06'1991", '1991-06-14'],
  ['1.2.2000', '2000-02-01'],
  ['1991-06-14', '1991-06-14'],
  [' 14.06.1991 ', '1991-06-14'],
  ['29.02.2024', '2024-02-29'],
  ['29.02.2023', null],
  ['31.04.2024', null],
  ['00.01.2000', null],
  ['01.13.2000', null],
  ['14.06.91', null],
  ['14.06.19911', null],
  ['14/06/1991', null],
  ['14 06 1991', null],
  ['1991.06.14', null],
  ['14.06', null],
  ['1991', null],
  ['today', null],
  ['١٤.٠٦.١٩٩١', null],
  ['01.01.0050', null],
  ['1991-06-14T00:00:00Z', null],
  ['1'.repeat(10_000), null],
])('%j is the day %s', (text, day) => {
  expect(readDate(text)).toBe(day)
})

test.each([
  ['', 'REQUIRED'],
  ['  ', 'REQUIRED'],
  ['01.01.2020', null],
  ['31.12.2025', null],
  ['31.12.2019', 'TOO_SMALL'],
  ['01.01.2026', 'TOO_LARGE'],
  ['2026-01-01', 'TOO_LARGE'],
  ['32.01.2024', 'DATE'],
  ['a', 'DATE'],
])('%j between the beginning of 2020 and the end of 2025: %s', (text, reason) => {
  expect(date(text, { min: '2020-01-01', max: '2025-12-31' })).toBe(reason)
})

test('without bounds any day will do', () => {
  expect(date('01.01.1000')).toBeNull()
  expect(date('31.12.9999')).toBeNull()
})

test.each([
  ['15.11.2008', '2026-11-15', null],
  ['16.11.2008', '2026-11-15', 'TOO_YOUNG'],
  ['29.02.2008', '2026-02-28', 'TOO_YOUNG'],
  ['29.02.2008', '2026-03-01', null],
  ['01.01.1900', '2026-11-15', null],
  ['31.12.1899', '2026-11-15', 'DATE'],
  ['16.11.2026', '2026-11-15', 'DATE'],
  ['15.11.2026', '2026-11-15', 'TOO_YOUNG'],
  ['', '2026-11-15', 'REQUIRED'],
  ['yesterday', '2026-11-15', 'DATE'],
])('born on %j, seen on %s, where one has to be 18: %s', (text, today, reason) => {
  expect(birthDate(text, { today, ageLimit: 18 })).toBe(reason)
})

test('where one has to be 21, an eighteenth birthday is not enough', () => {
  expect(birthDate('15.11.2008', { today: '2026-11-15', ageLimit: 21 })).toBe('TOO_YOUNG')
  expect(birthDate('15.11.2005', { today: '2026-11-15', ageLimit: 21 })).toBeNull()
})
