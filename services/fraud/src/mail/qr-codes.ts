import { decode as decodeJpeg } from 'jpeg-js';
import { PNG } from 'pngjs';
import { decodeQR } from 'qr/decode.js';

/**
 * Maximum number of pictures that are read per message, and their maximum size; with these, reading takes at most
 * about 100 ms.
 */
const PICTURES = 3;
const MOST_BYTES = 1_048_576;
const MOST_PIXELS = 1_500_000;
// Maximum number of scans of a JPEG. A scan of a few bytes can cover the whole picture, so many scans would take long;
// encoders write about ten.
const MOST_SCANS = 16;
// Side of the smallest QR code, with one pixel for each of its 21 modules. Smaller pictures, such as tracking dots,
// are skipped.
const LEAST_SIDE = 21;

/** Returns the texts of QR codes in PNG and JPEG pictures. Broken and oversized pictures are skipped. */
export function qrCodesIn(pictures: Iterable<Uint8Array>): string[] {
  const found: string[] = [];
  let looked = 0;
  for (const bytes of pictures) {
    if (looked === PICTURES) break;
    const size = bytes.length > MOST_BYTES ? undefined : (pngSize(bytes) ?? jpegSize(bytes));
    if (!size || size.width * size.height > MOST_PIXELS || Math.min(size.width, size.height) < LEAST_SIDE)
      continue;
    looked++;
    try {
      const { width, height, data } = size.png
        ? PNG.sync.read(Buffer.from(bytes))
        : decodeJpeg(bytes, { useTArray: true, maxResolutionInMP: 2, maxMemoryUsageInMB: 64 });
      found.push(decodeQR({ width, height, data: size.png ? onWhite(data) : data }));
    } catch {
      // The picture has no QR code, or is broken.
    }
  }
  return found;
}

interface Size {
  png: boolean;
  width: number;
  height: number;
}

function pngSize(bytes: Uint8Array): Size | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 33 || view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a)
    return undefined;
  // Interlaced pictures are skipped: pngjs limits the inflated size by the picture's size for other pictures only.
  if (view.getUint32(12) !== 0x49484452 || view.getUint8(28) !== 0) return undefined;
  return { png: true, width: view.getUint32(16), height: view.getUint32(20) };
}

function jpegSize(bytes: Uint8Array): Size | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8 || scans(bytes) > MOST_SCANS) return undefined;
  for (let at = 2; at + 9 <= bytes.length; ) {
    const marker = view.getUint16(at);
    // Markers of baseline and progressive frames, which are the only frames that the decoder reads.
    if (marker >= 0xffc0 && marker <= 0xffc2)
      return { png: false, height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    if (marker < 0xff00) return undefined;
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function scans(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1))
    if (bytes[at + 1] === 0xda) count++;
  return count;
}

// A transparent background becomes white, because the code reader would see it as black.
function onWhite(rgba: Uint8Array): Uint8Array {
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] as number;
    if (alpha === 255) continue;
    for (let n = at; n < at + 3; n++) rgba[n] = Math.round(((rgba[n] as number) * alpha) / 255 + 255 - alpha);
    rgba[at + 3] = 255;
  }
  return rgba;
}
