/** Pixels along a side, and in all, up to which browsers draw a canvas. */
const MOST_SIDE = 16_000;
const MOST_PIXELS = 100_000_000;
const SHARPNESS = 2;

/** An SVG as a PNG, twice as large where that is not too large. @throws Error where the browser cannot draw it */
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
    if (context === null) throw new Error('the browser draws no pictures');
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
