/** The runtime's names of orders without their prefix, by the runtime's code. */
const ORDERS: Readonly<Record<number, string>> = {
  0: 'AUTO',
  1: 'NHWC',
  2: 'NHCW',
  3: 'FCR',
  4: 'F8CR',
  5: 'NHW',
  6: 'NC',
  7: 'BAYER_RGB',
  8: '12_BIT_BAYER_RGB',
  9: 'NMS',
  10: 'RGB888',
  11: 'NCHW',
  12: 'YUY2',
  13: 'NV12',
  14: 'NV21',
  15: 'YYUV',
  16: 'YYVU',
  17: 'RGB4',
  18: 'I420',
  19: 'YYYYUV',
  20: 'NMS_WITH_BYTE_MASK',
  21: 'NMS_ON_CHIP',
  22: 'NMS_BY_CLASS',
  23: 'NMS_BY_SCORE',
};

/** Order of elements on the device, and order for applications. */
export interface Orders {
  readonly device: string;
  readonly host: string;
}

/** Orders by the compiler's code, the `format` of an edge layer. */
const OF_FORMAT: Readonly<Record<number, Orders>> = {
  0: { device: 'NHWC', host: 'NHWC' },
  1: { device: 'NHCW', host: 'NHWC' },
  2: { device: 'NC', host: 'NC' },
  3: { device: 'FCR', host: 'FCR' },
  4: { device: 'BAYER_RGB', host: 'BAYER_RGB' },
  5: { device: 'NHW', host: 'NHW' },
  6: { device: 'NMS_ON_CHIP', host: 'NMS_BY_CLASS' },
  7: { device: 'F8CR', host: 'F8CR' },
  8: { device: 'RGB888', host: 'NHWC' },
  11: { device: 'YUY2', host: 'YUY2' },
  13: { device: 'NHWC', host: 'NHWC' },
  14: { device: 'YYUV', host: 'NV12' },
  15: { device: 'YYVU', host: 'NV21' },
  16: { device: 'YYYYUV', host: 'I420' },
};

/** Code of a list of boxes that the device makes. */
export const FORMAT_NMS = 6;

/**
 * Returns the orders of a format. For a format that every runtime refuses, both orders are the format's
 * number.
 */
export function ordersOf(format: number): Orders {
  return OF_FORMAT[format] ?? { device: String(format), host: String(format) };
}

/** Returns the order of a pad, by the runtime's code; a number if the runtime has no name for the code. */
export function orderOfPad(code: number): string {
  return ORDERS[code] ?? String(code);
}

/** Returns the order of images with planes in separate layers, by `planes_format`. */
export function orderOfPlanes(format: number): string {
  return ['NV12', 'NV21', 'I420'][format] ?? String(format);
}

/** Returns the type of an element by its size. Runtimes have names for two types. */
export function typeOfBytes(dataBytes: number): string {
  return dataBytes === 1 ? 'UINT8' : dataBytes === 2 ? 'UINT16' : `${dataBytes}_BYTES`;
}

/** Returns the type of a pad's elements, by the runtime's code. */
export function typeOfPad(code: number): string {
  return ['AUTO', 'UINT8', 'UINT16', 'FLOAT32'][code] ?? String(code);
}

export function bytesOfType(type: string): number {
  return type === 'UINT16' ? 2 : type === 'FLOAT32' ? 4 : 1;
}
