/** Maximum length of an address in SMTP (RFC 5321, errata 1690). */
const MAX_ADDRESS = 254;
const MAX_LOCAL_PART = 64;

// Quoted local parts and address literals are refused: they are legal, but not used. Without them, no address contains
// a character that has a meaning in a mail header.
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/** Returns true for a valid address. A valid address can be used in a mail header unchanged. */
export function isMailAddress(text: string): boolean {
  if (text.length > MAX_ADDRESS) return false;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const labels = text.slice(at + 1).split('.');
  return (
    at > 0 &&
    local.length <= MAX_LOCAL_PART &&
    LOCAL_PART.test(local) &&
    labels.every((label) => LABEL.test(label))
  );
}

/** Returns the address in `Name <a@b>` or `a@b`: `a@b`; undefined if the text has no address. */
export function addressIn(text: string): string | undefined {
  const bracketed = /^[^<>]*<([^<>]*)>$/.exec(text.trim());
  const address = (bracketed?.[1] ?? text).trim();
  return isMailAddress(address) ? address : undefined;
}
