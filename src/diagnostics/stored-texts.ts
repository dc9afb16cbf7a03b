import type { CodeText } from './catalogue.js';

/**
 * The text of a code whose entry has lost its `about`. Here every entry has kept it; the build of the command takes
 * them out, and has this look them up in a file (scripts/command/stored-texts.ts).
 */
export const storedText: (code: string) => CodeText | undefined = () => undefined;
