import type { CodeText } from './catalogue.js';

/**
 * Returns the text of a code whose entry has no `about`. In the source, every entry has its `about`. Builds
 * remove the texts from the entries, and replace this function by a lookup of stored texts
 * (scripts/code/stored-texts.ts, scripts/page/stored-texts.ts).
 */
export const storedText: (code: string) => CodeText | undefined = () => undefined;

/** Returns the summary of a code whose entry has no `summary`. */
export const storedSummary: (code: string) => string | undefined = () => undefined;

/** Loads the stored texts. Await this function before a request for a text that may be stored. */
export const loadTexts: () => Promise<void> = () => Promise.resolve();
