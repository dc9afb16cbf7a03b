import { NoSuchRun } from '../runs/run.js';

const MOST_RUN = 2 ** 31 - 1;

/** Parses the number of a run in an address. @throws NoSuchRun */
export function runNumber(text: string | undefined): number {
  const value = wholeNumber(text);
  if (value === undefined || value > MOST_RUN) throw new NoSuchRun(`there is no run ${text}`);
  return value;
}

/** Parses a number in an address, such as an object's; undefined if the text is not a number. */
export function wholeNumber(text: string | undefined): number | undefined {
  return /^\d{1,15}$/.test(text ?? '') ? Number(text) : undefined;
}
