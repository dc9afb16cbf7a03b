import type { ContainerSummary } from '../../read/model/summary.js';
import { sizeText } from './text.js';

/** Header fields that say how long a part of the file is. */
const SIZES = ['proto_size', 'ccws_size', 'ccws_size_with_padding', 'additional_info_size'];

/** Bytes that a file would have by its header; null where it has none, or claims more than can be counted. */
export function claimedSize({ fields, sections }: ContainerSummary): number | null {
  const header = sections.find(({ name }) => name === 'header');
  if (header === undefined) return null;
  const sum = fields.reduce(
    (all, { name, value }) => (SIZES.includes(name) ? all + Number(value) : all),
    header.length,
  );
  return Number.isSafeInteger(sum) ? sum : null;
}

/** `cut short: 2.5 MiB of 10.2 MiB are here (24.5 %)`; null of a file that is as long as it says. */
export function cutText(container: ContainerSummary, size: number): string | null {
  const claimed = claimedSize(container);
  if (claimed === null || claimed <= size) return null;
  return `cut short: ${sizeText(size)} of ${sizeText(claimed)} are here (${((size / claimed) * 100).toFixed(1)} %)`;
}
