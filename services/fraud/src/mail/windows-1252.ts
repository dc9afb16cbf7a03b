// Characters of 0x80 to 0x9f in windows-1252, by the Encoding Standard; five of them are undefined and stay.
const UPPER = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/**
 * Turns C1 control characters into what windows-1252 means by them. Node 20's `TextDecoder` reads windows-1252, and
 * with it Latin-1 and ASCII, without these; Node 24's reads them. A mail must not be judged by the engine's version.
 */
export function withWindowsCharacters(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (control) => UPPER[control.charCodeAt(0) - 0x80] as string);
}
