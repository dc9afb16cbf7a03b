import { recordPlace, type TreeMutator } from '../mutator.js';
import { nameOf } from '../wording.js';
import { ANY_TEXT } from './stretch-name.js';

/** Legal UTF-8 that printers, C strings, files and terminals take for something else. */
export const TEXTS: Readonly<Record<string, string>> = {
  nul: '\0',
  'nul-inside': 'name\0behind',
  format: '%s%s%n%x',
  'path-up': '../../../etc/passwd',
  slash: 'group/network/layer',
  newline: 'one\ntwo\r\n',
  escape: '\u001b[2J\u001b]0;title\u0007',
  quotes: '"\'`$(id);<&>',
  'right-to-left': '\u202etxt.elif',
  'byte-order': '\ufeffname',
  noncharacter: '\uffff',
  astral: '\u{10ffff}',
  combining: `a${'\u0301'.repeat(60)}`,
};
const KINDS = Object.keys(TEXTS);

export const hostileName: TreeMutator = {
  name: 'hostile-name',
  summary: 'write a text with a NUL, a format directive, a path, control codes or rare letters in it',
  weight: 4,
  stage: 'tree',
  choose(site, random) {
    const found = site.find(ANY_TEXT(), random);
    return found === undefined || site.room < 128 ? undefined : { at: found.at, kind: random.pick(KINDS) };
  },
  perform(site, args) {
    const record = site.record(args.position());
    const place = recordPlace(site, record);
    const kind = args.word('kind', KINDS);
    record.setBytes(new TextEncoder().encode(TEXTS[kind]));
    return { sentence: `writes a hostile text (${kind}) as ${nameOf(record)}`, place };
  },
};
