import type { ContainerSummary } from '../../read/model/summary.js';
import { sizeText } from './text.js';

/** Header fields with the sizes of the file's parts. */
const SIZES = ['proto_size', 'ccws_size', 'ccws_size_with_padding', 'additional_info_size'];

/**
 * Returns the size of the file in bytes by its header; null without a header, or if the sum is too large for
 * a number.
 */
export function claimedSize({ fields, sections }: ContainerSummary): number | null {
  const header = sections.find(({ name }) => name === 'header');
  if (header === undefined) return null;
  const sum = fields.reduce(
    (all, { name, value }) => (SIZES.includes(name) ? all + Number(value) : all),
    header.length,
  );
  return Number.isSafeInteger(sum) ? sum : null;
}

/**
 * Returns `cut short: 2.5 MiB of 10.2 MiB are here (24.5 %)`; null for a file that is as long as its header
 * says.
 */
export function cutText(container: ContainerSummary, size: number): string | null {
  const claimed = claimedSize(container);
  if (claimed === null || claimed <= size) return null;
  return `cut short: ${sizeText(size)} of ${sizeText(claimed)} are here (${((size / claimed) * 100).toFixed(1)} %)`;
}
