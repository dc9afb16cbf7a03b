/** Faults of the frame around a message, and of the sections after it. */
import { type HeaderFieldName, headerSizeOf } from '../../../base/container/header.js';
import { paddingFor, ZERO_POINT_ALIGNMENT } from '../../../base/container/write.js';
import { bytesRecord, fieldOfType, messageRecord, scalarRecord, setField } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import type { RecordNode } from '../../../read/tree/record.js';
import type { Random } from '../../random.js';
import type { Expected, FaultNeeds, Faults, FrameDraft, Site } from './fault.js';
import { actionsOfKind, allActions } from './places.js';
import { END_OF_FILE, headerSpot, WHOLE_FILE } from './spots.js';

const FRAMED: FaultNeeds = { framings: [0, 1, 2, 3] };
const VERSION_3: FaultNeeds = { framings: [3] };

function framed(
  needs: FaultNeeds,
  spoil: (frame: FrameDraft, site: Site) => readonly Expected[] | undefined,
): Faults[string] {
  return { needs, apply: (site) => (site.frame === undefined ? undefined : spoil(site.frame, site)) };
}

/**
 * Returns the header's size fields whose sum, plus the sizes of header and message, must equal the size of
 * the file.
 */
function otherSizes({ version }: FrameDraft): readonly HeaderFieldName[] {
  if (version === 0) return [];
  return version === 3 ? ['ccws_size_with_padding', 'additional_info_size'] : ['ccws_size'];
}

const CHECKSUM_FIELDS = ['md5', 'crc', 'xxh3', 'xxh3'] as const;

/** Returns a random non-zero hash, which equals the correct hash with a probability of about 2^-64. */
function anyHash(random: Random): bigint {
  return (BigInt(random.bits()) << 32n) | BigInt(random.bits()) | 1n;
}

const ACTION = 'ProtoMDLAction';
/** Kinds of actions that can be replaced without breaking further rules. */
const REPLACEABLE = [
  'wait_for_module_config_done',
  'none',
  'enable_lcu',
  'disable_lcu',
  'wait_for_seqeuncer',
];

function pointerOfNothing(): RecordNode {
  const size = fieldOfType('ProtoMDLActionWriteDataCcwPtr', 'size');
  return messageRecord(fieldOfType(ACTION, 'write_data_ccw_ptr'), [scalarRecord(size, 16)]);
}

/** Makes a configuration write of two words for channel 0, which exists in every group with channels. */
function wordsInside(random: Random): RecordNode {
  const words = new Uint8Array(16);
  const view = new DataView(words.buffer);
  for (const [i, word] of [1, 0x2000_0000, random.bits(), random.bits()].entries())
    view.setUint32(4 * i, word, true);
  const data = fieldOfType('ProtoMDLActionWriteDataCcw', 'data');
  return messageRecord(fieldOfType(ACTION, 'write_data_ccw'), [bytesRecord(data, words)]);
}

const RESOURCE = 'ProtoMDLExternalResource';

export const CONTAINER_FAULTS: Faults = {
  'frame-truncated-header': framed(FRAMED, (frame, site) => {
    // The first four bytes, the magic, are kept: without the magic, the file would not be recognised.
    site.cut = site.random.between(4, headerSizeOf(frame.version, frame.form) - 1);
    return [{ at: END_OF_FILE, related: [WHOLE_FILE] }];
  }),
  'frame-bad-magic': framed(FRAMED, (frame, { random }) => {
    frame.claim = { magic: 0x0148_4546n ^ (1n << BigInt(random.below(32))) };
    return [{ at: headerSpot('magic') }];
  }),
  'frame-version-unsupported': framed(FRAMED, (frame, { random }) => {
    frame.claim = { version: BigInt(4 + (random.ofAnyWidth(32) % 0xffff_fffc)) };
    return [{ at: headerSpot('version') }];
  }),
  'frame-length-mismatch': framed(FRAMED, (frame, site) => {
    const { random, model } = site;
    const more = 1 + random.below(random.one([1, 8, 100, 100_000]));
    const sizes = otherSizes(frame);
    const tail = frame.additionalInfo?.length ?? 0;
    const ways: (() => void)[] = [() => (frame.trailing = new Uint8Array(more).fill(random.below(256)))];
    // The claimed size is too large, not too small, so that the validator still reads all data of the file.
    if (frame.version === 1 || frame.version === 2) {
      ways.push(() => (frame.claim = { ccws_size: BigInt((frame.ccws?.length ?? 0) + more) }));
    }
    if (frame.version === 3) ways.push(() => (frame.claim = { additional_info_size: BigInt(tail + more) }));
    // Without resources, the file ends with zeros to which nothing refers, and which can be cut.
    if (tail > 0 && !model.features.includes('resources'))
      ways.push(() => (site.cut = -random.between(1, tail)));
    random.one(ways)();
    const [first, ...others] = ['proto_size' as const, ...sizes].map(headerSpot);
    if (first === undefined) return undefined;
    return [{ at: first, related: others }];
  }),
  /** Claims 64-bit sizes whose sum equals the size of the file only because it overflows. */
  'frame-size-wrap': framed(VERSION_3, (frame, { root, random }) => {
    const high = BigInt(random.between(1, 0xfffff)) << 44n;
    const more = high | BigInt(random.bits());
    const padding = BigInt(paddingFor(headerSizeOf(3) + root.size).length);
    frame.claim = {
      ccws_size_with_padding: padding + BigInt(frame.ccws?.length ?? 0) + more,
      additional_info_size: BigInt(frame.additionalInfo?.length ?? 0) + (1n << 64n) - more,
    };
    const related = [headerSpot('proto_size'), headerSpot('additional_info_size')];
    return [{ at: headerSpot('ccws_size_with_padding'), related }];
  }),
  'frame-checksum-mismatch': framed(FRAMED, (frame, { random }) => {
    const name = CHECKSUM_FIELDS[frame.version];
    frame.claim = { [name]: anyHash(random) };
    return [{ at: headerSpot(name) }];
  }),
  'frame-proto-checksum-mismatch': framed(VERSION_3, (frame, { random }) => {
    frame.claim = { proto_xxh3: anyHash(random) };
    return [{ at: headerSpot('proto_xxh3') }];
  }),
  'frame-padding-exceeds-ccws': framed(
    // The padding must be the last section, because the wrong size changes the offset of following sections.
    { ...VERSION_3, words: false, without: ['resources'] },
    (frame, { root, random }) => {
      const padding = paddingFor(headerSizeOf(3) + root.size).length;
      frame.claim = { padding_size: BigInt(padding + 1 + random.below(random.one([1, 4096, 1 << 21]))) };
      return [
        {
          at: headerSpot('padding_size'),
          related: [headerSpot('ccws_size_with_padding')],
        },
      ];
    },
  ),
  /**
   * Because of the excessive size, the sizes do not add up, and the end of the file truncates the message.
   */
  'frame-proto-too-large': framed({ framings: [0, 1, 2], words: false }, (frame, { random }) => {
    const claim = 0x8000_0000 + (random.bits() >>> 1);
    frame.claim = { proto_size: BigInt(claim) };
    return [
      { at: headerSpot('proto_size') },
      {
        code: 'frame-length-mismatch',
        at: headerSpot('proto_size'),
        related: [headerSpot('proto_size'), ...otherSizes(frame).map(headerSpot)],
      },
      {
        code: 'wire-truncated',
        at: END_OF_FILE,
        related: [headerSpot('proto_size'), ({ base }) => ({ offset: base, length: claim, path: '' })],
      },
    ];
  }),
  'frame-padding-nonzero': framed(VERSION_3, (frame, { root, random }) => {
    const padding = paddingFor(headerSizeOf(3) + root.size);
    if (padding.length === 0) return undefined;
    for (let count = random.between(1, 3); count > 0; count--) {
      padding[random.below(padding.length)] = random.between(1, 255);
    }
    frame.padding = padding;
    const first = padding.findIndex((byte) => byte !== 0);
    return [
      {
        at: ({ base, messageSize }) => ({ offset: base + messageSize + first, length: 1, path: '' }),
        related: [
          ({ base, messageSize }) => ({ offset: base + messageSize, length: padding.length, path: '' }),
        ],
      },
    ];
  }),
  'frame-zero-point-misaligned': framed(VERSION_3, (frame, { root, random }) => {
    const right = paddingFor(headerSizeOf(3) + root.size).length;
    frame.padding = new Uint8Array(
      random.chance(50) && right > 0
        ? random.below(right)
        : right + random.between(1, ZERO_POINT_ALIGNMENT - 1),
    );
    return [{ at: headerSpot('padding_size') }];
  }),
  'frame-reserved-nonzero': framed(FRAMED, (frame, { random }) => {
    const names: readonly HeaderFieldName[] = frame.version === 2 ? ['reserved', 'reserved_2'] : ['reserved'];
    const [name, ...others] = random.shuffled(names) as [HeaderFieldName, ...HeaderFieldName[]];
    const chosen = [name, ...others.filter(() => random.chance(50))];
    frame.claim = Object.fromEntries(chosen.map((one) => [one, BigInt(random.bits() | 1) & 0xffff_ffffn]));
    return chosen.map((one) => ({ at: headerSpot(one) }));
  }),
  'frame-ccw-ptr-out-of-range': framed({ framings: [1, 2, 3], words: true }, (frame, site) => {
    const { root, random } = site;
    const pointers = actionsOfKind(root, 'write_data_ccw_ptr');
    const words = frame.ccws?.length ?? 0;
    const chosen = random.shuffled(pointers).slice(0, random.between(1, 2));
    if (chosen.length === 0) return undefined;
    for (const pointer of chosen) {
      const beyond = 1 + random.below(random.one([1, 100, 1 << 21]));
      if (random.chance(50)) {
        const offset = Number(pointer.field('offset')?.bits ?? 0n);
        setField(pointer, 'size', words - offset + beyond);
      } else {
        const size = pointer.field('size')?.bits ?? 0n;
        const far = random.chance(20) ? 1n << 63n : 0n;
        setField(pointer, 'offset', BigInt(words) - size + BigInt(beyond) + far);
      }
    }
    return chosen.map((pointer) => ({ at: pointer }));
  }),
  'frame-ccw-kind-mismatch': framed(FRAMED, (frame, { root, random }) => {
    const places = allActions(root).flatMap((action) =>
      action.records.filter(({ field }) => field !== undefined && REPLACEABLE.includes(field.name)),
    );
    const chosen = random.shuffled(places).slice(0, random.between(1, 3));
    if (chosen.length === 0) return undefined;
    return chosen.map((old) => {
      const made = frame.version === 0 ? pointerOfNothing() : wordsInside(random);
      (old.holder as MessageNode).replace(old, made);
      return { at: made };
    });
  }),
  'frame-external-resource-out-of-range': framed({ framings: [1, 2, 3] }, (frame, site) => {
    const { root, random } = site;
    const there = (frame.ccws?.length ?? 0) + (frame.additionalInfo?.length ?? 0);
    const start = random.below(Math.min(there, 1 << 20) + 1);
    const size = BigInt(there - start + 1 + random.below(random.one([1, 100, 1 << 21])));
    const far = random.chance(20);
    const made = messageRecord(root.fieldTable('external_resources'), [
      scalarRecord(fieldOfType(RESOURCE, 'offset'), far ? (1n << 64n) - 1n : start),
      scalarRecord(fieldOfType(RESOURCE, 'size'), size),
      scalarRecord(fieldOfType(RESOURCE, 'name'), `beyond_${random.bits()}`),
    ]);
    root.append(made);
    return [{ at: made }];
  }),
};
