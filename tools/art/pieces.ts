// Parts drawn from paths: chips, cards, dealers, the logo mark.

export const polar = (cx: number, cy: number, r: number, deg: number): readonly [number, number] => {
  const a = (deg * Math.PI) / 180
  const round = (n: number) => Number(n.toFixed(1))
  return [round(cx + r * Math.cos(a)), round(cy + r * Math.sin(a))]
}

export const chip = (cx: number, cy: number, r: number, color: string, edge = '#FBF6EA') => {
  let spots = ''
  for (let i = 0; i < 8; i += 1) {
    const a = i * 45
    const [x1, y1] = polar(cx, cy, r, a - 9)
    const [x2, y2] = polar(cx, cy, r, a + 9)
    const [x3, y3] = polar(cx, cy, r * 0.78, a + 9)
    const [x4, y4] = polar(cx, cy, r * 0.78, a - 9)
    spots += `<path d="M${x1} ${y1}A${r} ${r} 0 0 1 ${x2} ${y2}L${x3} ${y3}A${r * 0.78} ${r * 0.78} 0 0 0 ${x4} ${y4}Z" fill="${edge}"/>`
  }
  return [
    '<g>',
    `<ellipse cx="${cx}" cy="${cy + r * 0.14}" rx="${r}" ry="${r}" fill="#000" opacity=".35"/>`,
    `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${color}"/>`,
    spots,
    `<circle cx="${cx}" cy="${cy}" r="${r * 0.62}" fill="none" stroke="${edge}" stroke-width="${r * 0.05}" stroke-dasharray="${r * 0.11} ${r * 0.09}"/>`,
    `<path d="M${cx} ${cy - r * 0.3}L${cx + r * 0.22} ${cy}L${cx} ${cy + r * 0.3}L${cx - r * 0.22} ${cy}Z" fill="${edge}"/>`,
    '</g>',
  ].join('')
}

const pips = {
  H: ['#C8263B', 'M0 12C-16 0 -14 -13 -6 -13C-2 -13 0 -10 0 -8C0 -10 2 -13 6 -13C14 -13 16 0 0 12Z'],
  D: ['#C8263B', 'M0 -14L11 0L0 14L-11 0Z'],
  S: ['#15181A', 'M0 -14C10 -4 14 0 12 6C10 11 4 10 2 7L4 14H-4L-2 7C-4 10 -10 11 -12 6C-14 0 -10 -4 0 -14Z'],
  C: ['#15181A', 'M0 -14a6 6 0 0 1 5 9a6 6 0 1 1 -3 11l2 8h-8l2 -8a6 6 0 1 1 -3 -11a6 6 0 0 1 5 -9Z'],
} as const

export const card = (x: number, y: number, height: number, rank: string, suit: keyof typeof pips, rot = 0) => {
  const width = height * 0.7
  const [ink, d] = pips[suit]
  const k = height / 100
  return [
    `<g transform="translate(${x} ${y}) rotate(${rot})">`,
    `<rect x="${-width / 2 + 3 * k}" y="${-height / 2 + 5 * k}" width="${width}" height="${height}" rx="${7 * k}" fill="#000" opacity=".35"/>`,
    `<rect x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" rx="${7 * k}" fill="#FDFAF2"/>`,
    `<text x="${-width / 2 + 8 * k}" y="${-height / 2 + 26 * k}" font-family="Geologica" font-weight="700" font-size="${24 * k}" fill="${ink}">${rank}`,
    '</text>',
    `<path transform="translate(${-width / 2 + 16 * k} ${-height / 2 + 42 * k}) scale(${0.62 * k})" d="${d}" fill="${ink}"/>`,
    `<path transform="translate(${6 * k} ${14 * k}) scale(${2 * k})" d="${d}" fill="${ink}"/>`,
    '</g>',
  ].join('')
}

// Shoulders of a dealer: shirt, waistcoat, bow tie. A head symbol is placed above.
export const bust = (cx: number, top: number, k: number, coat: string, tie: string, button = true) =>
  [
    `<g transform="translate(${cx} ${top}) scale(${k})">`,
    '<path d="M-230 300C-230 120 -150 84 -70 60L0 96L70 60C150 84 230 120 230 300Z" fill="#F7F3E8"/>',
    `<path d="M-230 300C-230 120 -150 84 -70 60L-34 118L0 230L34 118L70 60C150 84 230 120 230 300Z" fill="${coat}"/>`,
    '<path d="M-70 60L-112 108L-70 132L0 262L-10 300H0L10 300L0 262L70 132L112 108L70 60L34 118L0 230L-34 118Z" fill="#000" opacity=".22"/>',
    '<path d="M-230 300C-226 190 -196 130 -150 100L-166 300ZM230 300C226 190 196 130 150 100L166 300Z" fill="#F7F3E8"/>',
    '<path d="M-230 300C-226 190 -196 130 -150 100L-166 300ZM230 300C226 190 196 130 150 100L166 300Z" fill="#000" opacity=".08"/>',
    `<path d="M0 96L-62 66Q-70 96 -62 128ZM0 96L62 66Q70 96 62 128Z" fill="${tie}"/>`,
    `<rect x="-15" y="80" width="30" height="32" rx="9" fill="${tie}"/>`,
    '<rect x="-15" y="80" width="30" height="32" rx="9" fill="#000" opacity=".25"/>',
    button ? '<circle cx="0" cy="270" r="7" fill="#F4D58A"/>' : '',
    '</g>',
  ].join('')

// The logo: a chip's edge that is also a C, closed by one diamond.
export const mark = (ring: string, diamond: string) =>
  `<path d="M24.9 24.9a12.6 12.6 0 1 1 0-17.8" fill="none" stroke="${ring}" stroke-width="5.6" stroke-dasharray="8.6 2.4"/><path d="m25 10.2 5 5.8-5 5.8-5-5.8Z" fill="${diamond}"/>`
