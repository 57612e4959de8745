/** Sounds, generated with WebAudio: no file is loaded. */

import type { GameNode } from "./api/types";

export type Sound = "move" | "capture" | "check" | "end" | "low";

/** Returns the sound of a move. */
export function soundOf({ san, position }: Pick<GameNode, "san" | "position">): Sound | null {
  if (san === null) return null;
  if (position?.outcome || san.endsWith("#")) return "end";
  if (san.endsWith("+")) return "check";
  return san.includes("x") ? "capture" : "move";
}

/** Strokes of a sound: start in seconds, pitch in hertz, length in seconds, loudness; `wood` strokes are filtered noise. */
const STROKES: Record<Sound, [start: number, pitch: number, length: number, gain: number, kind: "wood" | "tone"][]> = {
  move: [[0, 1100, 0.05, 0.5, "wood"]],
  capture: [
    [0, 800, 0.05, 0.6, "wood"],
    [0.045, 1500, 0.06, 0.45, "wood"],
  ],
  check: [
    [0, 1100, 0.05, 0.5, "wood"],
    [0.03, 660, 0.16, 0.12, "tone"],
  ],
  end: [
    [0, 392, 0.5, 0.1, "tone"],
    [0.12, 494, 0.5, 0.1, "tone"],
    [0.24, 587, 0.6, 0.1, "tone"],
  ],
  low: [
    [0, 880, 0.09, 0.1, "tone"],
    [0.15, 880, 0.09, 0.1, "tone"],
  ],
};

/** The delay before the audio device is opened, in milliseconds. Opening it takes too long for the frame that shows a move. */
const OPENING_DELAY = 100;

let context: Promise<AudioContext> | null = null;

function openDevice(): Promise<AudioContext> {
  return new Promise((done) => setTimeout(() => done(new AudioContext()), OPENING_DELAY));
}

function noise(audio: AudioContext, length: number): AudioBufferSourceNode {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  return source;
}

/** Plays a sound. A browser blocks sounds, with a warning, until the user has used the page. */
export function play(sound: Sound): void {
  if (typeof AudioContext === "undefined" || navigator.userActivation?.hasBeenActive === false) return;
  context ??= openDevice();
  void context.then((audio) => strike(audio, sound));
}

function strike(audio: AudioContext, sound: Sound): void {
  if (audio.state === "suspended") void audio.resume();
  for (const [start, pitch, length, loudness, kind] of STROKES[sound]) {
    const at = audio.currentTime + start;
    const gain = audio.createGain();
    gain.gain.setValueAtTime(loudness, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    gain.connect(audio.destination);
    if (kind === "wood") {
      const source = noise(audio, length);
      const filter = audio.createBiquadFilter();
      filter.type = "bandpass";
      filter.frequency.value = pitch;
      filter.Q.value = 2;
      source.connect(filter).connect(gain);
      source.start(at);
    } else {
      const source = audio.createOscillator();
      source.frequency.value = pitch;
      source.connect(gain);
      source.start(at);
      source.stop(at + length);
    }
  }
}
