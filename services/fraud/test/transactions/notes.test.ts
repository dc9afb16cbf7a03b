import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readText } from '../../src/text/reading.js';
import { NOTE_MODEL_FILE, type NoteModel, noteScore } from '../../src/transactions/note-score.js';
import { generate } from '../../train/generator/index.js';
import { fitNotes, fragmentsOf } from '../../train/notes.js';
import { testFacts } from '../text/facts.js';

const shipped = JSON.parse(readFileSync(NOTE_MODEL_FILE, 'utf8')) as NoteModel;
const score = (note: string) => noteScore(readText(note), shipped);

testFacts(
  (_name, note) => score(note) >= 0.5,
  `
  fraud | yes | prize release fee
  fraud | yes | verify account urgent
  fraud | yes | Ihr Konto ist gesperrt, dringend bestätigen
  fraud | yes | urgente: verificar cuenta suspendida
  fraud | no | rent for May
  fraud | no | invoice 2291, thank you
  fraud | no | tax 2026, first instalment
  fraud | no | refund for the concert tickets
  fraud | no | loyer de mars
  fraud | no | pago alquiler
`,
);

test('messages are cut into pieces of two to eight words', () => {
  expect(fragmentsOf('Hi! Your parcel is held, pay 1.99 today: parcel.example')).toEqual([
    'Your parcel is held',
    'pay 1.99 today',
  ]);
  expect(fragmentsOf('a b c d e f g h i j')).toEqual(['a b c d e f g h', 'i j']);
});

test('training separates frauds from other notes, and gives the same weights again', () => {
  // The few notes above the threshold differ much from sample to sample, so three samples are taken together.
  const samples = [3, 4, 5].map((seed) =>
    generate('sms', 400, seed).map(({ content, fraud }, cluster) => ({ content, fraud, weight: 1, cluster })),
  );
  const fits = samples.map(fitNotes);
  expect(fitNotes(samples[0] as (typeof samples)[number])).toEqual(fits[0]);
  const sum = (name: 'caught' | 'flagged') => fits.reduce((all, { report }) => all + report[name], 0);
  expect(Math.max(...fits.map(({ report }) => report.flagged))).toBeLessThanOrEqual(0.006);
  expect(sum('caught')).toBeGreaterThan(20 * sum('flagged'));
  const prizes = fits.map(({ model }) => model.weights.prize ?? 0);
  expect(prizes.reduce((all, weight) => all + weight, 0) / fits.length).toBeGreaterThan(1);
});
