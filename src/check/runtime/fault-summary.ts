/**
 * The summary of a code whose entry has lost it. Builds put a copy of all summaries here (scripts/code/stored-texts.ts):
 * bundlers would load those that `textOf` reads together with `validate`.
 */
export const faultSummary: (code: string) => string | undefined = () => undefined;
