export { type CanonicalizeOptions, canonicalize } from './canonicalize.js';
export { type Conversion, type ConvertOptions, convert, type TargetFraming } from './convert.js';
export { type Extraction, type ExtractOptions, type ExtractWhat, extract } from './extract.js';
export { HASH_SUBJECTS, type Hasher, type HashOptions, type HashSubject, hash } from './hash.js';
export { type RedactOptions, redact } from './redact.js';
export { type Replaced, type Replacement, type ReplaceOptions, replace } from './replace.js';
export { type ByteTaker, bytesOf, type RewriteOptions, type Rewriting } from './rewriting.js';
export { STRIP_PARTS, type StripOptions, type StripPart, strip } from './strip.js';
