import type { Reading } from './reading.js';

const NAME = String.raw`\p{Lu}[\p{Ll}\p{M}]+`;
const anyOf = (...patterns: string[]) => new RegExp(`(?<!\\p{L})(?:${patterns.join('|')})`, 'u');

/**
 * First sentences of a stranger who wants a long conversation, English first. Acquaintances sometimes use one of
 * these sentences. A text with two of them and no request comes from a stranger.
 */
const SIGNS: readonly RegExp[] = [
  // "Is this Anna?", "are you the pet doctor Dr. Wilson …?"
  anyOf(
    String.raw`(?:[Ii]s this|[Aa]re you|[Aa]m I (?:speaking|talking) (?:to|with)|[Bb]ist du|[Ss]ind [Ss]ie|[Ee]res|[Ee]s usted|[Cc]['’]est bien|[Tt]u es bien|[ÉEée]s a|[Ss]ei|[Bb]en jij) (?:still )?(?:(?:the|my) (?:\p{L}+ ){1,2})?(?:(?:Mr|Mrs|Ms|Dr|Miss)\.? )?${NAME}(?!\p{L})[^.!?]{0,60}\?`,
    '[Dd]o you (?:still )?remember me',
  ),
  // "It's Lily", "my name is Sophia"
  anyOf(
    String.raw`(?:[Tt]his is|[Ii]t['’]?s|[Ii]t is|I am|I['’]m|[Mm]y name is|[Ii]ch bin|[Hh]ier ist|[Ss]oy|[Ss]ono|[Jj]e suis|[Ii]k ben|[Aa]qui é a?) ${NAME}(?!\p{L})`,
  ),
  // "we met at the retreat", "Sophia from the wine tasting"
  anyOf(
    String.raw`[Ww]e (?:have )?met (?:at|in|on|last|through)(?!\p{L})`,
    String.raw`met you (?:at|in|on|last)(?!\p{L})`,
    String.raw`from the (?:[\p{L}'’]+ ){0,2}(?:tasting|gym|class|conference|party|club|retreat|event|trip|cruise|wedding|seminar|dinner|course|fair|school)(?!\p{L})`,
    `(?:[Nn]os conocimos|[Nn]ous (?:nous )?sommes rencontrés|[Oo]n s['’]est rencontrés|[Ww]ir haben uns .{1,30} (?:kennengelernt|getroffen)|[Cc]i siamo conosciuti|[Nn]os conhecemos)`,
  ),
  // "you gave me this number", "the doctor that Emily recommended", "did I get it wrong?"
  anyOf(
    '[Gg]ave me (?:this|your) (?:number|contact)',
    '[Gg]ot (?:this|your) (?:number|contact) (?:from|through)',
    '(?:your|this) (?:number|contact) (?:is |was )?(?:in|on) my',
    '[Ff]ound your (?:number|contact)',
    'in my (?:contacts|address book|phone ?book|contact list)',
    String.raw`that \p{L}+ recommended`,
    'recommended (?:you|by)',
    'introduced (?:me|us|you)',
    'my assistant',
    'I (?:have |got |had )?(?:the )?wrong (?:number|person)',
    'get it wrong',
    'looking for my old friend',
    `(?:[Dd]eine|[Ii]hre) Nummer (?:von|in)|me dio tu (?:número|numero)|m['’]a donné (?:ton|votre) numéro|mi ha dato il tuo numero|me deu (?:o )?seu número`,
  ),
  // "sorry to bother you", "how have you been?"
  anyOf(
    '[Ss]orry to (?:bother|disturb) you',
    '[Nn]ice to (?:meet|know) you',
    '[Ll]ong time no (?:see|talk|chat)',
    '[Hh]ow have you been',
    "[Ff]ate brought|[Mm]aybe (?:it(?: is|['’]s) )?fate",
  ),
];

const CHARACTERS = 240;

/** Finds passages in which a sender introduces themselves to an unknown reader without coming to a point. */
export function openerOfTalk({ original, links, phones }: Reading): [number, number][] | undefined {
  if (links.length > 0 || phones.length > 0 || original.length > CHARACTERS) return undefined;
  const signs = SIGNS.flatMap((sign): [number, number][] => {
    const match = sign.exec(original);
    return match ? [[match.index, match.index + match[0].length]] : [];
  });
  return signs.length >= 2 ? signs : undefined;
}
