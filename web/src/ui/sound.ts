// Sounds, made of tones, so that nothing is loaded for them, and on a phone vibration.

/** A Cue is a sound of a game. */
export type Cue = "shot" | "hit" | "miss" | "sunk" | "turn" | "end";

/** A tone goes from one frequency to another, in Hertz, for some seconds. */
type Tone = readonly [type: OscillatorType, from: number, to: number, seconds: number];

const tones: Readonly<Record<Cue, readonly Tone[]>> = {
  shot: [["sawtooth", 900, 200, 0.25]],
  miss: [["sine", 320, 180, 0.2]],
  hit: [["square", 160, 60, 0.35]],
  sunk: [
    ["square", 160, 60, 0.3],
    ["sawtooth", 90, 35, 0.6],
  ],
  turn: [
    ["sine", 660, 660, 0.12],
    ["sine", 880, 880, 0.18],
  ],
  end: [
    ["triangle", 523, 523, 0.15],
    ["triangle", 659, 659, 0.15],
    ["triangle", 784, 784, 0.35],
  ],
};

/** shakes are in milliseconds, shaken and still by turns. */
const shakes: Readonly<Partial<Record<Cue, readonly number[]>>> = { hit: [60], sunk: [60, 40, 160], turn: [30] };

let context: AudioContext | undefined;

/** sound makes cues heard and felt, one after the other. Browsers block audio before the first click. */
export function sound(cues: readonly Cue[]): void {
  if (cues.length === 0 || navigator.userActivation?.hasBeenActive === false) {
    return;
  }
  navigator.vibrate?.(cues.flatMap((cue) => shakes[cue] ?? []));
  context ??= new AudioContext();
  void context.resume();
  let at = context.currentTime;
  for (const [type, from, to, seconds] of cues.flatMap((cue) => tones[cue])) {
    const oscillator = new OscillatorNode(context, { type, frequency: from });
    const gain = new GainNode(context, { gain: 0.12 });
    oscillator.frequency.exponentialRampToValueAtTime(to, at + seconds);
    oscillator.frequency.setValueAtTime(from, at);
    gain.gain.setValueAtTime(0.12, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(at);
    oscillator.stop(at + seconds);
    at += seconds;
  }
}
