/** Soft sounds, made on the spot: no files. Nothing is created until a person has asked for sounds. */

import { settings } from './settings.svelte'

export type Sound = 'card' | 'firework' | 'strike' | 'clue' | 'turn' | 'end'

interface Tone {
  /** Hertz, at its start and at its end. */
  readonly pitch: readonly [number, number]
  /** Seconds after the sound begins, and how long it rings. */
  readonly at: number
  readonly rings: number
  readonly loud: number
  readonly shape: OscillatorType
}

const tone = (
  pitch: number,
  at = 0,
  rings = 0.4,
  { to = pitch, loud = 0.08, shape = 'sine' as OscillatorType } = {},
): Tone => ({ pitch: [pitch, to], at, rings, loud, shape })

const SOUNDS: Readonly<Record<Sound, readonly Tone[]>> = {
  card: [tone(320, 0, 0.07, { to: 180, loud: 0.05, shape: 'triangle' })],
  firework: [
    tone(300, 0, 0.3, { to: 1400, loud: 0.03 }),
    tone(784, 0.26, 0.9, { loud: 0.06 }),
    tone(988, 0.31, 0.9, { loud: 0.06 }),
    tone(1319, 0.36, 1.1, { loud: 0.06 }),
  ],
  strike: [
    tone(150, 0, 0.35, { to: 70, loud: 0.1, shape: 'triangle' }),
    tone(98, 0.05, 0.4, { to: 55, loud: 0.07 }),
  ],
  clue: [tone(1047, 0, 0.5, { loud: 0.06 }), tone(1568, 0.08, 0.6, { loud: 0.04 })],
  turn: [tone(659.3, 0, 0.9), tone(987.8, 0.16, 0.9)],
  end: [tone(523.3, 0, 1.2), tone(659.3, 0.14, 1.2), tone(784, 0.28, 1.4), tone(1046.5, 0.42, 1.8)],
}

/** Milliseconds after which it is too late for a sound: what was not heard in its time is not heard later. */
const SOON = 400

let audio: AudioContext | null = null

/** Plays a sound after so many seconds, if the person wants sounds and the browser lets the page be heard. */
export function play(sound: Sound, after = 0): void {
  if (!settings.sound) return
  try {
    const through = (audio ??= open())
    const tones = (): void => {
      for (const each of SOUNDS[sound]) sing(through, each, through.currentTime + after)
    }
    if (through.state === 'running') tones()
    else void wake(through).then((soon) => soon && tones())
  } catch {
    // A browser without sound stays silent.
  }
}

/** A browser lets a page be heard once its user has pressed something. */
function open(): AudioContext {
  const made = new AudioContext()
  const press = (): void => void (settings.sound && made.state === 'suspended' && wake(made))
  for (const gesture of ['pointerdown', 'keydown']) addEventListener(gesture, press, { passive: true })
  return made
}

/** Whether the page could be heard soon; where the browser waits for a press, the answer comes with the press. */
async function wake(sleeping: AudioContext): Promise<boolean> {
  const asked = performance.now()
  try {
    await sleeping.resume()
  } catch {
    return false
  }
  return performance.now() - asked < SOON
}

function sing(into: AudioContext, { pitch, at, rings, loud, shape }: Tone, now: number): void {
  const voice = into.createOscillator()
  const volume = into.createGain()
  const start = now + at
  voice.type = shape
  voice.frequency.setValueAtTime(pitch[0], start)
  voice.frequency.exponentialRampToValueAtTime(pitch[1], start + rings)
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(loud, start + 0.015)
  volume.gain.exponentialRampToValueAtTime(0.0001, start + rings)
  voice.connect(volume).connect(into.destination)
  voice.start(start)
  voice.stop(start + rings + 0.05)
}
