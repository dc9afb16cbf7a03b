/**
 * Time in milliseconds until the content is released, which is enough for a browser to begin the download.
 */
const KEPT_MS = 60_000;

export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/**
 * Returns the file name for content that is derived from a file. Only the last part of a path is used,
 * because the names of served files are paths.
 */
export function nameBeside(name: string, ending: string): string {
  return `${name.replace(/^.*[\\/]/, '')}${ending}`;
}

/** Limits of browsers for a canvas: pixels on each side, and in total. */
const MOST_SIDE = 16_000;
const MOST_PIXELS = 100_000_000;
const SHARPNESS = 2;

/**
 * Converts an SVG to a PNG, at double size unless the canvas would be too large. @throws Error if the browser
 * cannot draw the SVG
 */
export async function pngOf(svg: Blob): Promise<Blob> {
  const url = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const scale = Math.min(
      SHARPNESS,
      MOST_SIDE / Math.max(1, width, height),
      Math.sqrt(MOST_PIXELS / Math.max(1, width * height)),
    );
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.floor(width * scale));
    canvas.height = Math.max(1, Math.floor(height * scale));
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('the browser cannot draw on a canvas');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => {
        if (blob === null) reject(new Error('the browser cannot make a PNG of this size: save it as SVG'));
        else resolve(blob);
      }, 'image/png');
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
