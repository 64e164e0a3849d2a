export type SampleSounds = ReturnType<typeof sampleSounds>

/**
 * Made from tones, silent until the player switched it on and touched something. Sent to the browser as it is written,
 * like the functions of client.ts.
 */
export function sampleSounds(isLoud: () => boolean) {
  type Tone = { hz: number; to?: number; ms: number; gain: number; at?: number; type?: OscillatorType }
  type Hiss = { ms: number; gain: number; hz: number; at?: number }
  let context: AudioContext | null = null
  let hissOf: AudioBuffer | null = null
  let lastAt = 0

  for (const touch of ['pointerdown', 'keydown'])
    document.addEventListener(
      touch,
      () => {
        if (!isLoud() || typeof AudioContext === 'undefined') return
        context ??= new AudioContext()
        void context.resume().catch(() => undefined)
      },
      { capture: true },
    )

  function fade(audio: AudioContext, gain: number, begin: number, seconds: number) {
    const level = audio.createGain()
    level.gain.setValueAtTime(0.0001, begin)
    level.gain.exponentialRampToValueAtTime(gain, begin + 0.008)
    level.gain.exponentialRampToValueAtTime(0.0001, begin + seconds)
    level.connect(audio.destination)
    return level
  }
  function tone(audio: AudioContext, { hz, to = hz, ms, gain, at = 0, type = 'sine' }: Tone) {
    const begin = audio.currentTime + at
    const source = audio.createOscillator()
    source.type = type
    source.frequency.setValueAtTime(hz, begin)
    source.frequency.exponentialRampToValueAtTime(to, begin + ms / 1000)
    source.connect(fade(audio, gain, begin, ms / 1000))
    source.start(begin)
    source.stop(begin + ms / 1000 + 0.05)
  }
  /** A shift register: the same hiss everywhere, and no chance in it. */
  function hissIn(audio: AudioContext): AudioBuffer {
    const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate)
    const samples = buffer.getChannelData(0)
    let state = 0x2f6e2b
    for (let at = 0; at < samples.length; at += 1) {
      state = (state ^ (state << 13)) >>> 0
      state = (state ^ (state >>> 17)) >>> 0
      state = (state ^ (state << 5)) >>> 0
      samples[at] = state / 2 ** 31 - 1
    }
    return buffer
  }
  function hiss(audio: AudioContext, { ms, gain, hz, at = 0 }: Hiss) {
    const begin = audio.currentTime + at
    hissOf ??= hissIn(audio)
    const source = audio.createBufferSource()
    const filter = audio.createBiquadFilter()
    source.buffer = hissOf
    filter.type = 'bandpass'
    filter.frequency.value = hz
    source.connect(filter).connect(fade(audio, gain, begin, ms / 1000))
    source.start(begin)
    source.stop(begin + ms / 1000 + 0.05)
  }

  const chime = (notes: readonly number[]): Tone[] =>
    notes.map((hz, place) => ({ hz, ms: 520, gain: 0.14, at: place * 0.11 }))
  const scores: Record<string, { tones?: Tone[]; hisses?: Hiss[] }> = {
    tick: { tones: [{ hz: 1500, to: 900, ms: 24, gain: 0.07, type: 'triangle' }] },
    click: { tones: [{ hz: 560, to: 380, ms: 60, gain: 0.12, type: 'triangle' }] },
    kick: { tones: [{ hz: 150, to: 55, ms: 140, gain: 0.4 }], hisses: [{ ms: 40, gain: 0.2, hz: 1800 }] },
    save: { tones: [{ hz: 120, to: 80, ms: 180, gain: 0.25 }] },
    cheer: { hisses: [{ ms: 900, gain: 0.16, hz: 900 }] },
    whistle: { tones: [{ hz: 2300, to: 2380, ms: 260, gain: 0.06, type: 'square' }] },
    lose: { tones: [{ hz: 220, to: 165, ms: 240, gain: 0.12 }] },
    win: { tones: chime([523, 659, 784]) },
    great: { tones: chime([523, 659, 784, 1047, 1319]), hisses: [{ ms: 1200, gain: 0.06, hz: 6000, at: 0.2 }] },
  }

  return (name: string) => {
    if (!isLoud() || !context || context.state !== 'running' || document.hidden) return
    // A tick on top of a tick is only louder.
    if (name === 'tick' && context.currentTime - lastAt < 0.03) return
    lastAt = context.currentTime
    const { tones = [], hisses = [] } = scores[name] ?? {}
    for (const each of tones) tone(context, each)
    for (const each of hisses) hiss(context, each)
  }
}
