/**
 * Returns the summary of a code whose entry was stored without one. Builds insert a copy of all summaries here
 * (scripts/code/stored-texts.ts): bundlers would load the ones of `textOf` together with `validate`.
 */
export const faultSummary: (code: string) => string | undefined = () => undefined;
