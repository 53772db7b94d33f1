/** Two short notes, a fifth apart. */
const NOTES_HZ = [660, 990];
const NOTE_S = 0.12;
const LOUDNESS = 0.06;

let audio: AudioContext | undefined;

/** Plays the sound of a new message. Browsers play none before the first press in the page. */
export function chime() {
  audio ??= new AudioContext();
  const { currentTime, destination } = audio;
  for (const [index, hertz] of NOTES_HZ.entries()) {
    const from = currentTime + index * NOTE_S;
    const [note, volume] = [
      new OscillatorNode(audio, { frequency: hertz }),
      new GainNode(audio, { gain: 0 }),
    ];
    volume.gain.setValueAtTime(LOUDNESS, from).exponentialRampToValueAtTime(0.001, from + NOTE_S);
    note.connect(volume).connect(destination);
    note.start(from);
    note.stop(from + NOTE_S);
  }
}
