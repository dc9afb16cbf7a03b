/** Default minimum length of a password, in characters. */
export const MIN_PASSWORD_LENGTH = 8;
const MAX_LENGTH = 100;

/**
 * Frequent passwords of eight characters and more, from public lists of leaked passwords (such as SecLists' most
 * common). Digits and signs at the end of a password are ignored in the comparison, so the entry "password" also
 * excludes "Password1!".
 */
const COMMON = new Set(
  `password passw0rd p@ssword p@ssw0rd pa55word passwort motdepasse contraseña qwertyuiop qwertyui qwerty qwertz azerty
  asdfghjk asdfghjkl zxcvbnm zxcvbnml 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsxedc q1w2e3r4 qwer1234 abcd1234 abcdefgh
  iloveyou sunshine princess football baseball basketball superman batman trustno1 welcome letmein monkey dragon
  master michael jennifer jordan charlie computer internet whatever starwars samsung liverpool chelsea arsenal
  changeme changeit default secret administrator admin letmein1 access mustang shadow ashley bailey passpass
  blink182 corvette mercedes porsche ferrari hello helloworld freedom mypassword test1234 testtest guest
  pokemon minecraft nintendo cheese chocolate summer winter spring autumn january february september october
  november december monday sunday company office login loveme lovely babygirl butterfly flower hannah jessica
  nicole daniel andrew joshua matthew anthony robert thomas william victoria elizabeth alexander samantha`.split(
    /\s+/,
  ),
);

const SEQUENCES = [
  '0123456789012345',
  '9876543210987654',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
];

/**
 * Returns the reason why the text cannot be a password, as a sentence to show, or undefined if it can. If the service
 * allows fewer than eight characters, common passwords are not checked, because nearly all short passwords are common.
 */
export function passwordProblem(text: string, minLength = MIN_PASSWORD_LENGTH): string | undefined {
  const length = [...text].length;
  if (length < minLength) return `The password must have at least ${minLength} characters.`;
  if (length > MAX_LENGTH) return `The password must have at most ${MAX_LENGTH} characters.`;
  if (text.includes('\0')) return 'The password must not contain a NUL character.';
  if (minLength >= MIN_PASSWORD_LENGTH && isCommon(text.toLowerCase())) return 'The password is too common.';
  return undefined;
}

function isCommon(text: string): boolean {
  const stem = text.replace(/[^\p{L}]+$/u, '');
  if (COMMON.has(text) || COMMON.has(stem)) return true;
  if (SEQUENCES.some((sequence) => sequence.includes(text))) return true;
  // Matches one to three characters that are repeated: "aaaaaaaa", "12312312".
  return /^(.{1,3}?)\1+.{0,2}$/u.test(text) && new Set(text).size <= 3;
}
