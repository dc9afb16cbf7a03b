import sharp from 'sharp';
import { badImage } from '../http/errors.js';

/** Maximum size of an uploaded picture in bytes. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
/**
 * Maximum number of pixels of a picture, in all its frames together. Decoding takes four bytes a pixel, so a small
 * file could need gigabytes.
 */
export const MAX_PIXELS = 50_000_000;
const FORMATS = new Set(['png', 'jpeg', 'gif', 'webp']);

export interface EncodedPicture {
  bytes: Uint8Array;
  extension: 'png' | 'gif';
  /** The first frame as PNG; only for an animated picture. */
  still?: Uint8Array;
}

export interface PictureForm {
  /** Width and height in pixels. */
  side: number;
  /** `contain` scales the picture to fit into the square, `cover` fills the square and cuts off the rest. */
  fit: 'contain' | 'cover';
  /** True to keep the frames of an animated picture. */
  moves: boolean;
}

export function pictureUrl(path: string): string {
  return `/user_avatars/${path}`;
}

/**
 * Decodes a picture and encodes it again as a square, so that nothing but the pixels of an upload is ever served.
 * Throws BAD_IMAGE for a file that is not a PNG, JPEG, GIF or WebP, is broken, or has too many pixels.
 */
export async function encodePicture(bytes: Uint8Array, form: PictureForm): Promise<EncodedPicture> {
  try {
    const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const;
    const {
      format,
      width,
      height,
      pages = 1,
      pageHeight,
    } = await sharp(bytes, { ...options, pages: 1 }).metadata();
    if (!FORMATS.has(format)) throw badImage('Invalid image format. Use PNG, JPEG, GIF or WebP.');
    if (width * (pageHeight ?? height) * pages > MAX_PIXELS) {
      throw badImage('Image size exceeds limit.');
    }
    const box = {
      width: form.side,
      height: form.side,
      fit: form.fit,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    } as const;
    const first = await sharp(bytes, { ...options, pages: 1 })
      .rotate()
      .resize(box)
      .png()
      .toBuffer();
    if (pages === 1 || !form.moves) return { bytes: first, extension: 'png' };
    const moving = await sharp(bytes, { ...options, pages: -1 })
      .resize(box)
      .gif()
      .toBuffer();
    return { bytes: moving, extension: 'gif', still: first };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'BAD_IMAGE') throw error;
    throw badImage('Could not decode image; did you upload an image file?');
  }
}
