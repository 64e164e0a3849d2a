import { across, along } from './geometry.ts'

/** `wide`: wheel and cloth beside each other. `side`: a phone lying, `tall`: standing; the wheel comes when it turns. */
type Plan = {
  name: 'wide' | 'side' | 'tall'
  /** Across. */
  wheel: number
  /** How much of it is seen while it rests. */
  peek: number
  cloth: { isTall: boolean; along: number; across: number }
}

const finger = 44
const tray = 60
const recent = 34
const gap = 20

const between = (least: number, value: number, most: number) => Math.max(least, Math.min(most, value))

export function arrange(width: number, height: number, isTouch: boolean): Plan {
  const beside = Math.min(width * 0.35, height - gap, 440)
  const cell = (width - beside - gap * 5) / along
  if (cell >= 40 && height >= 330) {
    const room = (height - tray - recent - gap * 2) / across
    const long = Math.min(cell, 64)
    return {
      name: 'wide',
      wheel: beside,
      peek: beside,
      cloth: { isTall: false, along: long, across: between(36, Math.min(long * 1.35, room), 84) },
    }
  }
  if (width > height * 1.15 && width >= 480) {
    const room = (height - tray - recent) / across
    return {
      name: 'side',
      wheel: Math.min(width * 0.7, height - 12),
      peek: 0,
      cloth: {
        isTall: false,
        along: (width - 24) / along,
        across: between(isTouch ? 40 : 30, room, 64),
      },
    }
  }
  const least = isTouch ? finger : 36
  const left = height - tray - least * along
  const whole = Math.min(width * 0.86, height * 0.7, 360)
  const peek = left >= whole ? whole : between(64, height * 0.19, 130)
  return {
    name: 'tall',
    wheel: whole,
    peek,
    cloth: {
      isTall: true,
      along: between(least, (height - peek - tray - 12) / along, 56),
      across: Math.min((width - 20) / across, 110),
    },
  }
}
