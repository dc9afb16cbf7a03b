import type { Detail } from '../../../show/inspect/detail.js';
import { bytesText } from '../../../show/report/text.js';
import { hexText } from './hex-text.js';

/** A labelled fact about a part. */
interface Fact {
  readonly name: string;
  readonly text: string;
}

/** Returns facts about a part: its field in the schema, and its layout in the file. */
export function partFacts(detail: Detail): readonly Fact[] {
  const { part, field, wireType, tag, lengthBytes, isNonMinimal, valueSince } = detail;
  const facts: Fact[] = [];
  const add = (name: string, text: string | null | false): void => {
    if (text !== null && text !== false && text !== '') facts.push({ name, text });
  };
  if (field !== null) {
    const { name, number, type, isRepeated, oneof, holder, since } = field;
    add('declared', `${isRepeated ? 'repeated ' : ''}${type} ${name} = ${number}`);
    add('field of', holder);
    add('member of', oneof !== null && `oneof ${oneof}`);
    add('since', since !== null && `release ${since}`);
    add('value since', valueSince !== null && `release ${valueSince}`);
  } else if (part.number !== null) add('declared', `no: field ${part.number} is unknown`);
  else add('kind', part.kind);
  add('wire type', wireType !== null && `${wireType} (${part.wireType})`);
  add('tag', spaced(tag));
  add('length', lengthBytes !== null && `${spaced(lengthBytes)} (${part.valueLength})`);
  add('encoding', isNonMinimal && 'longer than necessary');
  add('bytes', span(part.offset, part.length));
  const isOther = part.valueOffset !== part.offset || part.valueLength !== part.length;
  add('value', isOther && span(part.valueOffset, part.valueLength));
  return facts;
}

/** Formats a half-open span in decimal and hexadecimal. */
function span(offset: number, length: number): string {
  const end = offset + length;
  return `${hexText(offset)} to ${hexText(end)} (${offset} to ${end}), ${bytesText(length)}`;
}

function spaced(hex: string | null): string | null {
  return hex === null ? null : hex.replace(/(..)(?=.)/g, '$1 ');
}
