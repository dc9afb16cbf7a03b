// Characters of 0x80 to 0x9f in windows-1252, by the Encoding Standard; five of them are undefined and stay unchanged.
const UPPER = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/**
 * Replaces C1 control characters with their windows-1252 characters. Node 20's `TextDecoder` leaves these control
 * characters undecoded in windows-1252, Latin-1 and ASCII; Node 24's does. newer versions decode them, and the verdict
 * on a mail must not depend on the version.
 */
export function withWindowsCharacters(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (control) => UPPER[control.charCodeAt(0) - 0x80] as string);
}
