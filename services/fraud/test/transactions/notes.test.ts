import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fitNotes, fragmentsOf } from '../../scripts/note-fit.js';
import { readText } from '../../src/text/reading.js';
import { NOTE_MODEL_FILE, type NoteModel, noteScore } from '../../src/transactions/note-score.js';
import { generate } from '../../train/generator/index.js';

const shipped = JSON.parse(readFileSync(NOTE_MODEL_FILE, 'utf8')) as NoteModel;
const score = (note: string) => noteScore(readText(note), shipped);

test.each([
  'prize release fee',
  'claim your lottery winnings',
  'verify account urgent',
  'Ihr Konto ist gesperrt, dringend bestätigen',
  'urgente: verificar cuenta suspendida',
])('a note of a fraud scores 0.5 or more: %s', (note) => {
  expect(score(note)).toBeGreaterThanOrEqual(0.5);
});

test.each([
  'rent for May',
  'Miete Mai',
  'invoice 2291, thank you',
  'dinner on Friday',
  'tax 2026, first instalment',
  'refund for the concert tickets',
  'loyer de mars',
  'gas and electricity',
  'school fee Anna',
  'pago alquiler',
])('an ordinary note scores less: %s', (note) => {
  expect(score(note)).toBeLessThan(0.5);
});

test('messages are cut into pieces of two to eight words', () => {
  expect(fragmentsOf('Hi! Your parcel is held, pay 1.99 today: parcel.example')).toEqual([
    'Your parcel is held',
    'pay 1.99 today',
  ]);
  expect(fragmentsOf('a b c d e f g h i j')).toEqual(['a b c d e f g h', 'i j']);
});

test('training separates frauds from other notes, and gives the same weights again', () => {
  const rows = generate('sms', 400, 3).map(({ content, fraud }) => ({ content, fraud, weight: 1 }));
  const first = fitNotes(rows);
  expect(fitNotes(rows)).toEqual(first);
  expect(first.report.flagged).toBeLessThanOrEqual(0.006);
  expect(first.report.caught).toBeGreaterThan(20 * first.report.flagged);
  expect(first.model.weights.prize).toBeGreaterThan(1);
});
