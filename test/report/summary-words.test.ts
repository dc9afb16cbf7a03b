/** Words for the parts of a summary. Expected words are written by hand. */
import { expect, it } from 'vitest';
import { ProtomdlError } from '../../src/base/diagnostics/error.js';
import type { Source } from '../../src/base/source/source.js';
import {
  decoderRows,
  frameLines,
  postProcessingLines,
  streamRows,
} from '../../src/show/report/info-streams.js';
import { reportPictures } from '../../src/show/report/report-pictures.js';
import {
  architectureText,
  clusterNumbers,
  cutText,
  extensionText,
  formatText,
  framingWords,
  nodeText,
  quantizationText,
} from '../../src/show/report/summary-text.js';
import { byteSizeText, bytesText, counted, grouped, sentence, wrap } from '../../src/show/report/text.js';

const container = (fields: [string, bigint | string][], isFramed = true) =>
  ({
    fields: fields.map(([name, value]) => ({ name, value })),
    sections: isFramed ? [{ name: 'header', offset: 0, length: 40 }] : [],
  }) as never;

it.each<[[string, bigint | string][], number, string | null]>([
  [[['proto_size', 60n]], 100, null],
  [[['proto_size', 60n]], 101, null],
  [[['proto_size', 60n]], 99, 'cut short: 99 B of 100 B are here (99.0 %)'],
  [
    [
      ['proto_size', 10n],
      ['ccws_size', 20n],
    ],
    35,
    'cut short: 35 B of 70 B are here (50.0 %)',
  ],
  [
    [
      ['ccws_size_with_padding', '2048'],
      ['additional_info_size', '2008'],
      ['other_size', 900n],
    ],
    1024,
    'cut short: 1.0 KiB of 4.0 KiB are here (25.0 %)',
  ],
  // A size that is not a safe integer says nothing.
  [[['proto_size', 2n ** 64n - 1n]], 10, null],
])('a file is whole, or cut, by the sizes in its header: %#', (fields, size, text) => {
  expect(cutText(container(fields), size)).toBe(text);
  expect(cutText(container(fields, false), size)).toBeNull();
});

it.each<[unknown, unknown]>([
  [architectureText({ number: 9, name: null, device: null } as never), 'hw_arch 9'],
  [architectureText({ number: 9, name: 'PROTO__HW_ARCH__X', device: null } as never), 'X'],
  [architectureText({ number: 9, name: 'PROTO__HW_ARCH__X', device: 'H' } as never), 'H (X)'],
  [extensionText({ number: 7, name: 'NMS', text: 'x' }), 'NMS (7)'],
  [extensionText({ number: 7, name: null, text: 'x' }), 'x (7)'],
  [extensionText({ number: 7, name: null, text: '' }), 'unnamed (7)'],
  [nodeText({ name: 'a', kind: 'nms_op', inputs: ['b', 'c'] } as never), 'nms_op a from b, c'],
  [nodeText({ name: '', kind: null, inputs: [] } as never), 'unknown'],
  [nodeText({ name: 'a', kind: 'core_op', inputs: ['b'] } as never), 'core_op a'],
  [clusterNumbers(0x8000_0005), [0, 2, 31]],
  [framingWords({ framing: 'bare', version: null }), 'bare message'],
  [framingWords({ framing: 'framed', version: null }), 'framed'],
  [framingWords({ framing: 'framed', version: 0 }), 'framed, version 0'],
  [framingWords({ framing: 'framed', version: 0 }, 'text "a: b" of a:b: convert it'), 'text "a: b" of a:b'],
  [formatText({ format: { name: null, number: 4 }, dataBytes: 2 } as never), 'format 4 uint16'],
  [quantizationText({ scale: 0.1 + 0.2, zeroPoint: 0 } as never), '0.3 * q'],
  [quantizationText({ scale: 1, zeroPoint: 128 } as never), '1 * (q - 128)'],
  [quantizationText({ scale: 1, zeroPoint: -3.5 } as never), '1 * (q + 3.5)'],
  [
    [999, 1000, 1_234_567, 10n ** 18n].map(grouped),
    ['999', '1,000', '1,234,567', '1,000,000,000,000,000,000'],
  ],
  [[0, 1, 1000].map((count) => counted(count, 'box', 'boxes')), ['no boxes', '1 box', '1,000 boxes']],
  [[1, 10_239, 10_240].map(bytesText), ['1 byte', '10,239 bytes', '10,240 bytes (10.0 KiB)']],
  [
    [1023, 1024, 1023.95 * 1024, 2 ** 60].map(byteSizeText),
    ['1023 B', '1.0 KiB', '1.0 MiB', '1048576.0 TiB'],
  ],
  [sentence('a b'), 'A b.'],
  [wrap('aa bb  cc', 5), ['aa bb', 'cc']],
  [wrap('aaaaaaa b', 3), ['aaaaaaa', 'b']],
  [wrap('aa bb', 4), ['aa', 'bb']],
  [wrap('', 4), ['']],
])('words %#: %j', (found, wanted) => {
  expect(found).toEqual(wanted);
});

const vstream = (fields: object = {}) => ({
  ...{ direction: 'output', name: 'v', network: 'n', shape: { height: 1, width: 2, features: 3 }, nms: null },
  ...{ order: 'NHWC', type: 'uint8', transposed: false, frameBytes: 1234, hardware: ['h'] },
  quantization: { scale: 0, zeroPoint: 0, perFeature: null },
  ...fields,
});
const channel = (fields: object = {}) => ({
  ...vstream({ name: 'h', ...fields }),
  paddedShape: null,
  isMux: false,
  context: 4,
  ...fields,
});
const rowsOf = (outputs: object[], hardwareStreams: object[], networks = ['n'], manyContexts = false) =>
  streamRows({ inputs: [], outputs, hardwareStreams, networkNames: networks } as never, manyContexts);

it('a stream has a row, and a row for each stream of the device', () => {
  const padded = { height: 1, width: 8, features: 3 };
  expect(rowsOf([vstream()], [channel()])).toEqual([
    ['out', 'v', '', '1x2x3', '', 'NHWC uint8', '1,234', '', ''],
    ['', '└ h', '', '', '1x2x3', 'NHWC uint8', '1,234', '', ''].with(4, ''),
  ]);
  const [whole, own] = rowsOf(
    [vstream({ transposed: true, quantization: { scale: 0.5, zeroPoint: 3, perFeature: null } })],
    [channel({ paddedShape: padded, quantization: { scale: 2, zeroPoint: 0, perFeature: null } })],
    ['n', 'm'],
    true,
  );
  expect(whole).toEqual([
    'out',
    'v',
    'n',
    '1x2x3',
    '',
    'NHWC uint8, transposed',
    '1,234',
    '0.5 * (q - 3)',
    '',
  ]);
  expect(own).toEqual(['', '└ h', '', '', '1x8x3', 'NHWC uint8', '1,234', '', '4']);
  // The streams of a mux, or several streams, have shapes and scales of their own.
  const scaled = { quantization: { scale: 2, zeroPoint: 0, perFeature: null } };
  const parts = rowsOf(
    [vstream({ hardware: ['h', 'gone', 'i'] })],
    [channel(scaled), channel({ ...scaled, name: 'i', isMux: true })],
  );
  expect(parts.map((cells) => [cells[1], cells[3], cells[7]])).toEqual([
    ['v', '1x2x3', ''],
    ['└ h', '1x2x3', '2 * q'],
    ['└ i', '1x2x3', ''],
  ]);
  // A stream of the other direction with the same name is another stream.
  expect(rowsOf([vstream()], [channel({ direction: 'input' })])).toHaveLength(1);
});

it('boxes and scales have words', () => {
  const nms = { classes: 1, maxBoxesPerClass: 20, chunks: 1 };
  const perFeature = { scales: [0.5, 0.25, 1], zeroPoints: [] };
  const quantization = { scale: 1, zeroPoint: 2, perFeature };
  const boxes = rowsOf(
    [vstream({ nms, quantization })],
    [channel({ shape: null, nms: { ...nms, chunks: 3 } })],
  );
  expect([boxes[0]?.[3], boxes[0]?.[7], boxes[1]?.[3]]).toEqual(['1 class x 20 boxes', '', '']);
  const own = rowsOf(
    [vstream({ hardware: ['h', 'g'], shape: null })],
    [channel({ shape: null, nms: { ...nms, chunks: 3 } })],
  );
  expect([own[0]?.[3], own[1]?.[3]]).toEqual(['', '1 class x 20 boxes x 3 chunks']);
  expect(rowsOf([vstream({ quantization })], [])[0]?.[7]).toBe('3 scales, 0.25 to 1');
});

it('the size of a frame with boxes is explained', () => {
  const frame = (nms: object | null) => frameLines({ nms, frameBytes: 9000 } as never);
  expect(frame(null)).toEqual([]);
  expect(frame({ by: 'class', classes: 80, maxBoxesPerClass: 1 })).toEqual([
    'a frame has 9,000 bytes: 80 classes x (1 count + 1 box x 5 numbers) x 4 bytes',
    'a box is y_min, x_min, y_max, x_max (shares of the image), score',
  ]);
  expect(frame({ by: 'score', maxBoxes: 100, maxMaskBytes: 5000 })).toEqual([
    'a frame has 9,000 bytes: a count of 2, 100 boxes, and masks of 5,000',
  ]);
});

it('post-processing is described by what it has', () => {
  const node = {
    kind: 'yolo',
    name: '',
    output: 'o',
    inputs: ['a', 'b'],
    nms: null,
    masks: null,
    ssd: null,
    regressionLength: null,
    decoders: [],
  };
  const lines = (fields: object) => postProcessingLines({ ...node, ...fields } as never, undefined);
  expect(lines({})).toEqual(['yolo: o', 'from a, b']);
  const nms = {
    scoreThreshold: 0.30000001192,
    iouThreshold: 0.5,
    classes: 2,
    maxBoxesPerClass: 1,
    backgroundClass: null,
    boxDecodingOnly: false,
    image: null,
  };
  const first = 'score threshold 0.3, IoU threshold 0.5, 2 classes, at most 1 box a class';
  expect(lines({ name: 'x', nms })).toEqual(['yolo (x): o', first]);
  const image = { height: 64, width: 32 };
  const full = { ...nms, backgroundClass: 0, boxDecodingOnly: true, image };
  expect(lines({ nms: full, regressionLength: 15 })[1]).toBe(
    `${first}, class 0 is the background, boxes are decoded, and none suppressed, image of 64 x 32 (height x width), 15 values for a side`,
  );
  const grid = (height: number, width: number, stride: number | null) => ({
    stride,
    anchors: [],
    streams: [{ shape: null }, { shape: { height, width } }],
  });
  const wrong = (...decoders: object[]) => lines({ nms: full, decoders })[2];
  expect(wrong(grid(8, 4, 8), grid(4, 8, 8))).toBeUndefined();
  expect(wrong(grid(8, 8, 8), grid(1, 1, null), grid(1, 1, 0), grid(8, 8, 8))).toBe(
    'boxes have the wrong size: the grids cover 64 x 64 (post-process-image-size)',
  );
  expect(lines({ masks: { stream: 's', prototypes: 32, stride: 4, threshold: 0.5 } }).at(-1)).toBe(
    'masks from s: 32 prototypes, stride 4, threshold 0.5',
  );
  expect(lines({ ssd: { y: 0, x: 1, height: 2, width: 3, centersScale: 10, sizesScale: 5 } }).at(-1)).toBe(
    'a box has y at 0, x at 1, height at 2, width at 3; centres are divided by 10, sizes by 5',
  );
});

it('a decoder has its grid, the role of each stream, and nine anchors at most', () => {
  const streams = [
    { role: 'box', name: 'b', pad: 0, shape: null },
    { role: 'class', name: null, pad: 3, shape: { height: 4, width: 5 } },
  ];
  const anchors = Array.from({ length: 11 }, (_, at) => ({ height: at, width: 1 / 3 }));
  const [full, empty] = decoderRows([
    { stride: 8, streams, anchors },
    { stride: null, streams: [], anchors: anchors.slice(0, 1) },
  ] as never);
  expect(full?.slice(0, 7)).toEqual(['0', '8', '4x5', 'b', 'pad 3, which no output has', '', '']);
  expect(full?.[7]).toMatch(/^0x0\.33333 .* 8x0\.33333 … and 2 more$/);
  expect(empty).toEqual(['1', '', '', '', '', '', '', '0x0.33333']);
});

it('a report of a broken file has fewer pictures, and a fault of the program is not hidden', async () => {
  const failing = (error: unknown): Source => ({
    size: 100,
    randomAccess: true,
    read: () => Promise.reject(error),
    close: () => expect.unreachable('the source belongs to the caller'),
  });
  expect(await reportPictures(failing(new ProtomdlError('source-changed', 'gone', 0)), 'a')).toEqual([]);
  await expect(reportPictures(failing(new TypeError('a bug')), 'a')).rejects.toThrow('a bug');
});
