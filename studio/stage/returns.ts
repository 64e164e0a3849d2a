/** What comes back, from the choice that rounding costs most to the one that it costs least: `95.83–98.89%`. */
export function returnsText(returns: readonly number[]): string {
  const [least, most] = [Math.min(...returns), Math.max(...returns)].map((percent) => percent.toFixed(2))
  return least === most ? `${least}%` : `${least}–${most}%`
}
