import type { Sound } from './game-client.ts'
import type { Settings } from './settings.ts'

export type Sounds = {
  play: (name: Sound, pitch?: number) => void
  isOn: () => boolean
  toggle: () => void
}

/** Quiet on purpose: it should be pleasant at the hundredth round. */
const loudness = 0.32

type Voice = {
  at: number
  hz: number
  /** Where it glides to. */
  to?: number
  ms: number
  gain: number
  wave?: OscillatorType
  /** Seconds until it is at its loudest. */
  attack?: number
}
type Hiss = { at: number; ms: number; gain: number; hz: number; to?: number; q?: number; kind?: BiquadFilterType }
type Score = { voices?: readonly Voice[]; hisses?: readonly Hiss[] }

/** A note of the pentatonic scale on C5: whatever is played together sounds well. */
const note = (step: number) => 523.25 * 2 ** (([0, 2, 4, 7, 9][((step % 5) + 5) % 5] ?? 0) / 12 + Math.floor(step / 5))

const bell = (at: number, hz: number, gain: number, ms = 420): Voice[] => [
  { at, hz, ms, gain, wave: 'sine' },
  { at, hz: hz * 2.01, ms: ms * 0.6, gain: gain * 0.28, wave: 'sine' },
  { at, hz: hz * 3.02, ms: ms * 0.3, gain: gain * 0.12, wave: 'sine' },
]

const scores: Record<Sound, Score> = {
  tick: { voices: [{ at: 0, hz: 1650, to: 1300, ms: 28, gain: 0.16, wave: 'triangle' }] },
  click: {
    voices: [{ at: 0, hz: 620, to: 380, ms: 50, gain: 0.22, wave: 'triangle' }],
    hisses: [{ at: 0, ms: 16, gain: 0.12, hz: 3200, kind: 'bandpass' }],
  },
  deal: { hisses: [{ at: 0, ms: 110, gain: 0.34, hz: 5200, to: 1500, q: 0.7, kind: 'bandpass' }] },
  chip: {
    voices: [
      { at: 0, hz: 3150, ms: 60, gain: 0.13, wave: 'sine' },
      { at: 0, hz: 4720, ms: 40, gain: 0.08, wave: 'sine' },
      { at: 0.05, hz: 2840, ms: 70, gain: 0.1, wave: 'sine' },
    ],
    hisses: [{ at: 0, ms: 14, gain: 0.16, hz: 4500, kind: 'highpass' }],
  },
  spin: {
    voices: [{ at: 0, hz: 120, to: 260, ms: 260, gain: 0.12, wave: 'triangle', attack: 0.06 }],
    hisses: [{ at: 0, ms: 300, gain: 0.16, hz: 500, to: 2200, q: 0.8, kind: 'bandpass' }],
  },
  stop: {
    voices: [{ at: 0, hz: 190, to: 92, ms: 110, gain: 0.42, wave: 'sine' }],
    hisses: [{ at: 0, ms: 26, gain: 0.22, hz: 1800, kind: 'lowpass' }],
  },
  reveal: {
    voices: bell(0, note(3), 0.16, 260),
    hisses: [{ at: 0, ms: 90, gain: 0.12, hz: 2600, to: 5200, kind: 'bandpass' }],
  },
  bounce: { voices: [{ at: 0, hz: 780, to: 560, ms: 60, gain: 0.16, wave: 'sine' }] },
  rise: { voices: [{ at: 0, hz: 220, to: 330, ms: 150, gain: 0.1, wave: 'triangle', attack: 0.03 }] },
  // Low and short: an end, not a scolding.
  lose: { voices: [{ at: 0, hz: 196, to: 164, ms: 200, gain: 0.14, wave: 'sine', attack: 0.02 }] },
  win: { voices: [...bell(0, note(0), 0.2), ...bell(0.09, note(2), 0.2), ...bell(0.18, note(3), 0.24, 620)] },
  big: {
    voices: [
      ...bell(0, note(0), 0.2),
      ...bell(0.1, note(2), 0.2),
      ...bell(0.2, note(3), 0.22),
      ...bell(0.3, note(5), 0.24, 700),
      ...bell(0.46, note(3), 0.14, 700),
      ...bell(0.46, note(7), 0.22, 1100),
      { at: 0, hz: note(-5), ms: 900, gain: 0.12, wave: 'triangle', attack: 0.08 },
    ],
    hisses: [{ at: 0.3, ms: 700, gain: 0.05, hz: 6000, to: 9000, kind: 'highpass' }],
  },
  crash: {
    voices: [{ at: 0, hz: 150, to: 46, ms: 420, gain: 0.4, wave: 'sine' }],
    hisses: [{ at: 0, ms: 480, gain: 0.3, hz: 2400, to: 220, q: 0.5, kind: 'lowpass' }],
  },
}

/** Noise that needs no chance: a shift register gives the same hiss on every device. */
function hissBuffer(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate)
  const samples = buffer.getChannelData(0)
  let state = 0x1f35a7
  for (let at = 0; at < samples.length; at += 1) {
    state = (state ^ (state << 13)) >>> 0
    state = (state ^ (state >>> 17)) >>> 0
    state = (state ^ (state << 5)) >>> 0
    samples[at] = state / 2 ** 31 - 1
  }
  return buffer
}

type Desk = { context: AudioContext; out: AudioNode; hiss: AudioBuffer }

function openDesk(): Desk | null {
  if (typeof AudioContext === 'undefined') return null
  const context = new AudioContext({ latencyHint: 'interactive' })
  const out = context.createGain()
  out.gain.value = loudness
  // Many at once stay as quiet as one.
  const limiter = context.createDynamicsCompressor()
  limiter.threshold.value = -14
  out.connect(limiter).connect(context.destination)
  return { context, out, hiss: hissBuffer(context) }
}

function shape(gain: GainNode, start: number, peak: number, attack: number, seconds: number) {
  gain.gain.setValueAtTime(0.0001, start)
  gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, peak), start + attack)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + attack + seconds)
}

function playVoice(
  { context, out }: Desk,
  { at, hz, to, ms, gain, wave = 'sine', attack = 0.004 }: Voice,
  pitch: number,
) {
  const start = context.currentTime + at
  const seconds = ms / 1000
  const source = context.createOscillator()
  const level = context.createGain()
  source.type = wave
  source.frequency.setValueAtTime(hz * pitch, start)
  if (to) source.frequency.exponentialRampToValueAtTime(to * pitch, start + seconds)
  shape(level, start, gain, attack, seconds)
  source.connect(level).connect(out)
  source.start(start)
  source.stop(start + attack + seconds + 0.03)
}

function playHiss(
  { context, out, hiss }: Desk,
  { at, ms, gain, hz, to, q = 1, kind = 'bandpass' }: Hiss,
  pitch: number,
) {
  const start = context.currentTime + at
  const seconds = ms / 1000
  const source = context.createBufferSource()
  const filter = context.createBiquadFilter()
  const level = context.createGain()
  source.buffer = hiss
  filter.type = kind
  filter.Q.value = q
  filter.frequency.setValueAtTime(hz * pitch, start)
  if (to) filter.frequency.exponentialRampToValueAtTime(to * pitch, start + seconds)
  shape(level, start, gain, 0.004, seconds)
  source.connect(filter).connect(level).connect(out)
  source.start(start)
  source.stop(start + seconds + 0.05)
}

/** Off unless it was switched on; silent until the first gesture, as browsers want it, and while the tab is hidden. */
export function createSounds(settings: Pick<Settings, 'now' | 'set'>): Sounds {
  const isOn = () => settings.now().is_loud
  let desk: Desk | null = null
  const last = new Map<Sound, number>()

  const unlock = (event: Event) => {
    // No gesture to a browser: it would only complain.
    if ('key' in event && event.key === 'Escape') return
    desk ??= openDesk()
    void desk?.context.resume().catch(() => {})
  }
  addEventListener('pointerdown', unlock, { capture: true })
  addEventListener('keydown', unlock, { capture: true })
  document.addEventListener('visibilitychange', () => {
    if (!desk) return
    void (document.hidden ? desk.context.suspend() : desk.context.resume()).catch(() => {})
  })

  return {
    play(name, pitch = 1) {
      if (!isOn() || !desk || desk.context.state !== 'running' || document.hidden) return
      // The same sound twice in one moment is only louder.
      const now = desk.context.currentTime
      if (now - (last.get(name) ?? -1) < 0.025) return
      last.set(name, now)
      const { voices = [], hisses = [] } = scores[name]
      for (const voice of voices) playVoice(desk, voice, pitch)
      for (const hiss of hisses) playHiss(desk, hiss, pitch)
    },
    isOn,
    toggle: () => settings.set({ is_loud: !isOn() }),
  }
}
