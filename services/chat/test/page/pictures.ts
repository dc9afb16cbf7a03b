import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

/**
 * Folder in which the pictures of the situations are stored. Without this variable, pictures are not taken. The
 * pictures of the documentation are in `docs/situations`.
 */
const PICTURES = process.env.CHAT_SITUATION_PICTURES;
export const DESKTOP = { viewport: { width: 1100, height: 640 }, colorScheme: 'light' as const };
export const PHONE = { viewport: { width: 360, height: 640 }, colorScheme: 'light' as const };

/** Takes a small picture of the window. */
export async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  const image = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await sharp(image)
    .png({ palette: true, colours: 48, effort: 8 })
    .toFile(join(PICTURES, `${name}.png`));
}
