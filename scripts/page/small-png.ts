import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const MOST_COLOURS = 256;

/**
 * A picture as a PNG with at most 256 colours, which is a third of what it is in all of them: the ones that occur
 * most, and for any other the nearest of those. What a user interface has in shades is in the edges of its letters.
 * @param rgba four bytes a pixel, opaque
 */
export function smallPng(rgba: Uint8Array, width: number, height: number): Buffer {
  const pixels = new Uint32Array(width * height);
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; at++) {
    const [red = 0, green = 0, blue = 0] = rgba.subarray(at * 4, at * 4 + 3);
    const colour = (red << 16) | (green << 8) | blue;
    pixels[at] = colour;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = [...counts]
    .sort(([a, ofA], [b, ofB]) => ofB - ofA || a - b)
    .slice(0, MOST_COLOURS)
    .map(([colour]) => colour);
  const places = new Map([...counts.keys()].map((colour) => [colour, nearest(palette, colour)]));

  // Each row begins with its filter; colours by number are best without one.
  const rows = Buffer.alloc((width + 1) * height);
  for (let at = 0; at < pixels.length; at++) {
    rows[at + Math.floor(at / width) + 1] = places.get(pixels[at] as number) as number;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits a pixel, colours by number.
  header.set([8, 3], 8);
  const colours = Buffer.from(
    palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff]),
  );
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Position of the colour that differs least. */
function nearest(palette: readonly number[], colour: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [place, other] of palette.entries()) {
    const red = (colour >> 16) - (other >> 16);
    const green = ((colour >> 8) & 0xff) - ((other >> 8) & 0xff);
    const blue = (colour & 0xff) - (other & 0xff);
    const difference = red * red + green * green + blue * blue;
    if (difference < least) {
      least = difference;
      best = place;
    }
  }
  return best;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
