import { type Fraction, floor, product } from './fraction.ts'

/** How a price is written; the thousandths are what was agreed. */
export const formats = ['decimal', 'fractional', 'american', 'hong_kong', 'malay', 'indonesian'] as const
export type Format = (typeof formats)[number]

/** Profit for a stake, as bookmakers have always written it. */
const traditional =
  '1/100 1/50 1/33 1/25 1/20 1/16 1/14 1/12 1/10 1/9 1/8 1/7 1/6 2/11 1/5 2/9 1/4 2/7 3/10 1/3 4/11 2/5 4/9 1/2 8/15 ' +
  '4/7 8/13 4/6 8/11 4/5 5/6 10/11 1/1 11/10 6/5 5/4 11/8 7/5 6/4 8/5 13/8 7/4 15/8 2/1 85/40 9/4 12/5 5/2 13/5 11/4 ' +
  '3/1 100/30 7/2 4/1 9/2 5/1 11/2 6/1 13/2 7/1 15/2 8/1 17/2 9/1 10/1 11/1 12/1 14/1 16/1 18/1 20/1 22/1 25/1 28/1 ' +
  '33/1 40/1 50/1 66/1 80/1 100/1 125/1 150/1 200/1 250/1 300/1 400/1 500/1'
const ladder = traditional.split(' ').map((text) => {
  const [profit = 0, stake = 1] = text.split('/').map(Number)
  return { text, profit, stake }
})

const nearest = (num: number, den: number) => Math.floor((2 * num + den) / (2 * den))

function thousandthsText(thousandths: number): string {
  const digits = String(thousandths).padStart(4, '0')
  return `${digits.slice(0, -3)}.${digits.slice(-3)}`
}

/** At least two decimals, the third where it says something. */
export const decimalText = (price: number): string => thousandthsText(price).replace(/0$/, '')

/** Compared over a common denominator, so that no division is rounded; of two as near the lower one is written. */
function fractionalText(price: number): string {
  const profit = price - 1000
  const best = ladder.reduce((near, next) => {
    const distance = Math.abs(profit * next.stake - next.profit * 1000) * near.stake
    return distance < Math.abs(profit * near.stake - near.profit * 1000) * next.stake ? next : near
  })
  return best.profit * 1000 === profit * best.stake ? best.text : `≈${best.text}`
}

const americanText = (price: number) =>
  price >= 2000 ? `+${nearest(price - 1000, 10)}` : `-${nearest(100_000, price - 1000)}`

/** What has to be staked for a profit of one, to thousandths. */
const stakedForOne = (price: number) => `-${thousandthsText(nearest(1_000_000, price - 1000))}`

export function formatPrice(price: number, format: Format): string {
  const profit = thousandthsText(price - 1000)
  switch (format) {
    case 'decimal':
      return decimalText(price)
    case 'fractional':
      return fractionalText(price)
    case 'american':
      return americanText(price)
    case 'hong_kong':
      return profit
    case 'malay':
      return price <= 2000 ? profit : stakedForOne(price)
    case 'indonesian':
      return price >= 2000 ? profit : stakedForOne(price)
  }
}

/** The price of a whole multiple is cut, never rounded up: to three decimals, from 100 to two. What is paid is exact. */
export function totalPriceText(prices: readonly Fraction[]): string {
  const { num, den } = product(prices)
  const thousandths = floor({ num: num * 1000n, den })
  const cut = thousandths < 100_000n ? thousandths : thousandths - (thousandths % 10n)
  const digits = String(cut).padStart(4, '0')
  return `${digits.slice(0, -3)}.${digits.slice(-3)}`.replace(/0$/, '')
}
