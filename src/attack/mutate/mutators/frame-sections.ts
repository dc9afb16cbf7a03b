import { headerSizeOf } from '../../../base/container/header.js';
import { paddingFor } from '../../../base/container/write.js';
import { bytesPlace, type FrameMutator } from '../mutator.js';
import { inBytes } from '../wording.js';

const SECTIONS = ['ccws', 'additionalInfo'] as const;
const NAMES = { ccws: 'configuration words', additionalInfo: 'additional info' };

/** Pointers in the message, and resources, then reach past what is there. */
export const frameSections: FrameMutator = {
  name: 'frame-sections',
  summary: 'cut or stretch what lies after the message: configuration words, additional info',
  weight: 3,
  stage: 'frame',
  choose({ parts, room }, random) {
    if (parts === undefined || parts.version === 0) return undefined;
    const section = parts.version === 3 ? random.pick(SECTIONS) : 'ccws';
    const old = parts[section]?.length ?? 0;
    const near = [0, old - 1, old - 8, old >> 1, old + 1, old + 8, old + 4096];
    const sizes = near.filter((size) => size >= 0 && size !== old && size - old <= room);
    return sizes.length === 0 ? undefined : { section, size: random.pick(sizes) };
  },
  perform(site, args) {
    const section = args.word('section', SECTIONS);
    const { parts } = site;
    const old = parts?.[section] ?? new Uint8Array(0);
    const bytes = new Uint8Array(args.number('size', old.length + site.room));
    bytes.set(old.subarray(0, bytes.length));
    const hasRoom = parts !== undefined && (section === 'ccws' ? parts.version > 0 : parts.version === 3);
    if (hasRoom) site.parts = { ...parts, [section]: bytes };
    return {
      sentence: `makes the ${NAMES[section]} ${inBytes(bytes.length)} long instead of ${old.length}`,
      place: bytesPlace(headerSizeOf(parts?.version ?? 0, parts?.form) + site.messageSize, old.length),
    };
  },
};

/** Loaders that map configuration words where they lie count on their alignment. */
export const framePadding: FrameMutator = {
  name: 'frame-padding',
  summary: 'change the padding after the message: its length, or zeros that are none',
  weight: 2,
  stage: 'frame',
  choose({ parts, room, messageSize }, random) {
    if (parts?.version !== 3) return undefined;
    const old = parts.padding?.length ?? paddingFor(headerSizeOf(3) + messageSize).length;
    const sizes = [0, 1, old - 1, old + 1, old + 4096, old].filter((size) => size >= 0 && size - old <= room);
    const size = random.pick(sizes);
    return { size, filled: size === old || random.oneIn(3) };
  },
  perform(site, args) {
    const { parts } = site;
    const size = args.number('size', site.messageSize + site.room + 8192);
    const filled = args.flag('filled');
    const padding = new Uint8Array(size).fill(filled ? 0xa5 : 0);
    if (parts?.version === 3) site.parts = { ...parts, padding };
    return {
      sentence: `writes ${inBytes(size)} of ${filled ? 'padding that is not zero' : 'padding'}`,
      place: bytesPlace(headerSizeOf(3) + site.messageSize, size),
    };
  },
};
