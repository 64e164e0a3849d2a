import { polar } from './pieces.ts'
import type { Random } from './random.ts'

type Place = { cx?: number; cy?: number; r?: number; n?: number; colors?: readonly [string, string] }
type Stage = Place & { w: number; h: number; ink: string; rnd: Random }

export const scenes = {
  rays({ w, h, ink, cx = w / 2, cy = h * 0.46, n = 18 }: Stage) {
    let out = ''
    for (let i = 0; i < n; i += 1) {
      const a = (360 / n) * i + 4 // no ray lies level: a level edge reads as a seam
      const [x1, y1] = polar(cx, cy, w, a)
      const [x2, y2] = polar(cx, cy, w, a + 180 / n)
      out += `<path d="M${cx} ${cy}L${x1} ${y1}L${x2} ${y2}Z" fill="${ink}" opacity=".13"/>`
    }
    return out
  },
  arches({ w, h, ink }: Stage) {
    let out = ''
    for (let i = 0; i < 7; i += 1) {
      const r = 70 + i * 52
      out += `<circle cx="${w / 2}" cy="${h * 0.98}" r="${r}" fill="none" stroke="${ink}" stroke-width="${i % 2 ? 2 : 12}" opacity="${0.26 - i * 0.026}"/>`
    }
    return out
  },
  hills({ w, h, ink, rnd }: Stage) {
    let out = ''
    for (let i = 0; i < 3; i += 1) {
      const base = h * (0.5 + i * 0.16)
      let d = `M0 ${h}L0 ${base}`
      for (let x = 0; x <= w; x += w / 6) {
        d += `L${x.toFixed(0)} ${(base - 60 + rnd() * 70).toFixed(0)}`
      }
      out += `<path d="${d}L${w} ${h}Z" fill="${ink}" opacity="${0.16 + i * 0.12}"/>`
    }
    return out
  },
  stars({ w, h, ink, rnd }: Stage) {
    let out = ''
    for (let i = 0; i < 70; i += 1) {
      out += `<circle cx="${(rnd() * w).toFixed(0)}" cy="${(rnd() * h).toFixed(0)}" r="${(0.8 + rnd() * 2.4).toFixed(1)}" fill="${ink}" opacity="${(0.15 + rnd() * 0.6).toFixed(2)}"/>`
    }
    return out
  },
  waves({ w, h, ink }: Stage) {
    let out = ''
    for (let i = 0; i < 6; i += 1) {
      const y = h * (0.34 + i * 0.13)
      let d = `M-40 ${y}`
      for (let x = -40; x < w + 80; x += 96) d += `q24 -${24 - i} 48 0t48 0`
      out += `<path d="${d}V${h + 40}H-40Z" fill="${ink}" opacity="${0.06 + i * 0.03}"/>`
    }
    return out
  },
  grid({ w, h, ink }: Stage) {
    let out = ''
    const horizon = h * 0.56
    for (let i = -14; i <= 14; i += 1) {
      out += `<path d="M${w / 2 + i * 14} ${horizon}L${w / 2 + i * 110} ${h}" stroke="${ink}" stroke-width="2" opacity=".3"/>`
    }
    for (let i = 0; i < 8; i += 1) {
      const y = horizon + (h - horizon) * (i / 7) ** 2
      out += `<path d="M0 ${y}H${w}" stroke="${ink}" stroke-width="2" opacity=".3"/>`
    }
    return out
  },
  suits({ w, h, ink }: Stage) {
    const pip = {
      d: 'M0 -14L11 0L0 14L-11 0Z',
      s: 'M0 -14C10 -4 14 0 12 6C10 11 4 10 2 7L4 14H-4L-2 7C-4 10 -10 11 -12 6C-14 0 -10 -4 0 -14Z',
    }
    let out = ''
    for (let y = 0; y < h + 40; y += 44) {
      for (let x = 0; x < w + 40; x += 44) {
        const odd = ((x + y) / 44) % 2
        out += `<path transform="translate(${x} ${y})" d="${odd ? pip.s : pip.d}" fill="${ink}" opacity=".1"/>`
      }
    }
    return out
  },
  bokeh({ w, h, ink, rnd }: Stage) {
    let out = ''
    for (let i = 0; i < 22; i += 1) {
      out += `<circle cx="${(rnd() * w).toFixed(0)}" cy="${(rnd() * h).toFixed(0)}" r="${(8 + rnd() * 46).toFixed(0)}" fill="${ink}" opacity="${(0.05 + rnd() * 0.13).toFixed(2)}"/>`
    }
    return out
  },
  stripes({ w, h, ink }: Stage) {
    let out = ''
    for (let x = -h; x < w + h; x += 76) {
      out += `<path d="M${x} ${h}L${x + h} 0h38L${x + 38} ${h}Z" fill="${ink}" opacity=".1"/>`
    }
    return out
  },
  scales({ ink }: Stage) {
    let out = ''
    for (let r = 0; r < 10; r += 1) {
      for (let c = -1; c < 12; c += 1) {
        const x = c * 56 + (r % 2) * 28
        out += `<g fill="none" stroke="${ink}" opacity=".16"><circle cx="${x}" cy="${r * 44}" r="28" stroke-width="2"/><circle cx="${x}" cy="${r * 44}" r="16" stroke-width="2"/></g>`
      }
    }
    return out
  },
  felt({ w, h, ink }: Stage) {
    return `<ellipse cx="${w / 2}" cy="${-h * 0.2}" rx="${w * 0.72}" ry="${h * 0.86}" fill="none" stroke="${ink}" stroke-width="3" opacity=".5"/>
      <ellipse cx="${w / 2}" cy="${-h * 0.2}" rx="${w * 0.64}" ry="${h * 0.74}" fill="none" stroke="${ink}" stroke-width="1.5" opacity=".4"/>`
  },
  curve({ w, h, ink }: Stage) {
    const d = `M0 ${h * 0.93}C${w * 0.42} ${h * 0.9} ${w * 0.62} ${h * 0.66} ${w * 0.73} ${h * 0.3}`
    let out = ''
    for (let i = 1; i < 6; i += 1)
      out += `<path d="M0 ${(h / 6) * i}H${w}M${(w / 6) * i} 0V${h}" stroke="${ink}" opacity=".12"/>`
    return `${out}<path d="${d}L${w * 0.73} ${h}H0Z" fill="${ink}" opacity=".2"/><path d="${d}" fill="none" stroke="${ink}" stroke-width="9" stroke-linecap="round"/>`
  },
  cells({ ink, rnd }: Stage) {
    let out = ''
    const size = 84
    for (let y = 0; y < 5; y += 1) {
      for (let x = 0; x < 7; x += 1) {
        out += `<rect x="${x * (size + 10) - 34}" y="${y * (size + 10) - 34}" width="${size}" height="${size}" rx="16" fill="${ink}" opacity="${(0.06 + rnd() * 0.14).toFixed(2)}"/>`
      }
    }
    return out
  },
  pegs({ w, ink }: Stage) {
    let out = ''
    for (let r = 0; r < 7; r += 1) {
      for (let c = 0; c <= r + 2; c += 1) {
        out += `<circle cx="${w / 2 + (c - (r + 2) / 2) * 56}" cy="${34 + r * 46}" r="7" fill="${ink}" opacity=".55"/>`
      }
    }
    return out
  },
  wheel({ w, h, ink, cx = w / 2, cy = h * 0.5, r = h * 0.62, colors = ['#B3202E', '#16181B'] }: Stage) {
    let out = ''
    const n = 37
    for (let i = 0; i < n; i += 1) {
      const a = (360 / n) * i
      const [x1, y1] = polar(cx, cy, r, a)
      const [x2, y2] = polar(cx, cy, r, a + 360 / n)
      out += `<path d="M${cx} ${cy}L${x1} ${y1}A${r} ${r} 0 0 1 ${x2} ${y2}Z" fill="${i === 0 ? '#1E9E63' : colors[i % 2]}" stroke="${ink}" stroke-width="1.5"/>`
    }
    const ring = (share: number, fill: string, width: number) =>
      `<circle cx="${cx}" cy="${cy}" r="${r * share}" fill="${fill}" stroke="${ink}" stroke-width="${width}"/>`
    const spokes = [0, 60, 120].map((a) => {
      const [ax, ay] = polar(cx, cy, r * 0.46, a)
      const [bx, by] = polar(cx, cy, r * 0.46, a + 180)
      return `<path d="M${ax} ${ay}L${bx} ${by}" stroke="${ink}" stroke-width="7"/>`
    })
    const hub = `<circle cx="${cx}" cy="${cy}" r="${r * 0.15}" fill="${ink}"/>`
    return `<g>${out}${ring(1, 'none', 9)}${ring(0.72, '#3B1D12', 4)}${ring(0.5, '#562B19', 2)}${spokes.join('')}${hub}</g>`
  },
} satisfies Record<string, (stage: Stage) => string>

export type SceneName = keyof typeof scenes
export type Scene = SceneName | readonly [SceneName, Place]
