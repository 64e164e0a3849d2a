/** Two soft notes, made here: there is no file to fetch. */
const tones = [
  { hertz: 784, at: 0 },
  { hertz: 1175, at: 0.12 },
] as const
const seconds = 0.5

/** `volume` from 0 to 1. A browser that lets nothing be heard stays silent. */
export function playChime(volume: number): void {
  if (typeof AudioContext === 'undefined') return
  const context = new AudioContext()
  for (const { hertz, at } of tones) {
    const from = context.currentTime + at
    const tone = new OscillatorNode(context, { type: 'sine', frequency: hertz })
    const loudness = new GainNode(context, { gain: 0 })
    loudness.gain.setValueAtTime(0, from)
    loudness.gain.linearRampToValueAtTime(volume / tones.length, from + 0.02)
    loudness.gain.exponentialRampToValueAtTime(0.001, from + seconds)
    tone.connect(loudness).connect(context.destination)
    tone.start(from)
    tone.stop(from + seconds)
  }
  setTimeout(() => void context.close().catch(() => undefined), 1_500)
}
