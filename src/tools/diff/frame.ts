import type { HeaderField } from '../../base/container/header.js';
import type { ChangeSide } from './change.js';
import type { Comparer } from './compare.js';
import { sameBytes } from './content.js';
import { changedValue, segmentText } from './shown.js';
import type { FileSide } from './side.js';

/** Header fields that are derived from the content: they differ whenever the content does. */
const FOLLOWS =
  /^(?:magic|version|proto_size|md5|crc|xxh3|proto_xxh3|ccws_size|ccws_size_with_padding|padding_size|additional_info_size)$/;

/**
 * Compares everything outside of the message: the framing, and the sections after the message. Sizes and
 * checksums of the header are reported only if nothing else differs; otherwise they only reflect other
 * differences.
 */
export function compareFrames(a: FileSide, b: FileSide, comparer: Comparer): void {
  if (comparer.ignored.framing) return;
  const [one, other] = [framingText(a), framingText(b)];
  if (one !== other) {
    comparer.report('changed', 'container.framing', 'framing', () => ({
      before: outside(0, a.frame?.headerSize ?? 0, one),
      after: outside(0, b.frame?.headerSize ?? 0, other),
    }));
  }
  compareSections(a, b, comparer);
  if (a.frame === null || b.frame === null || one !== other) return;
  const values = new Map(b.frame.fields.map((field) => [field.name, field]));
  const isElseSame = comparer.changes.total === 0 && !comparer.sameInOtherBytes;
  for (const field of a.frame.fields) {
    const now = values.get(field.name);
    if (now === undefined || field.hex === now.hex || (FOLLOWS.test(field.name) && !isElseSame)) continue;
    comparer.report('changed', `container.${field.name}`, 'header', () => ({
      before: headerSide(field),
      after: headerSide(now),
    }));
  }
}

function compareSections(a: FileSide, b: FileSide, comparer: Comparer): void {
  for (const name of ['padding', 'ccws', 'additional-info', 'trailing'] as const) {
    const [was, is] = [a, b].map(({ sections }) => sections.find((section) => section.name === name));
    const before = was === undefined ? undefined : a.whole.part(was.offset, was.length);
    const after = is === undefined ? undefined : b.whole.part(is.offset, is.length);
    if (before === undefined && after === undefined) continue;
    if (before !== undefined && after !== undefined && sameBytes(before, after)) continue;
    // Padding aligns the next section, so it also differs if only the sizes of the messages differ.
    if (name === 'padding' && a.message?.length !== b.message?.length) continue;
    const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
    const side = (segment: typeof before): ChangeSide | null =>
      segment === undefined
        ? null
        : {
            path: '',
            offset: segment.offset,
            length: segment.length,
            present: true,
            shown: segmentText(undefined, segment),
          };
    comparer.bytesDiffer(kind, `container.${name}`, undefined, before, after, () => ({
      before: side(before),
      after: side(after),
    }));
  }
}

/** Names the framing: `bare`, `framed, version 2`. */
export function framingText({ detection, frame }: FileSide): string {
  if (detection.framing === 'bare') return 'bare';
  const form = frame?.form === 'md5' ? ' (md5)' : '';
  return detection.version === null ? 'framed' : `framed, version ${detection.version}${form}`;
}

function headerSide(field: HeaderField): ChangeSide {
  const isDigits = /md5|crc|xxh3|reserved/.test(field.name);
  return outside(field.offset, field.length, isDigits ? field.hex : String(field.value));
}

function outside(offset: number, length: number, value: string): ChangeSide {
  return { path: '', offset, length, present: true, shown: changedValue(value) };
}
