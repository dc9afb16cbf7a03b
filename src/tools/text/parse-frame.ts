import {
  type ContainerVersion,
  decodeHeaderFields,
  type HeaderFieldName,
  isContainerVersion,
  MAX_HEADER_BYTES,
} from '../../base/container/header.js';
import { type FrameParts, ZERO_POINT_ALIGNMENT } from '../../base/container/write.js';
import { type BlobReader, readBlob } from './blob-input.js';
import type { Fail } from './parse-error.js';
import { bytesIn, membersOf, referenceIn, wholeIn } from './unknown-values.js';
import { type Value, valueKindOf } from './value-collector.js';

export type FrameText = Omit<FrameParts, 'message'>;

const KEYS = ['version', 'form', 'padding', 'ccws', 'additionalInfo', 'trailing', 'messageChecksum', 'claim'];

/**
 * Limit for zeros after a message: more cannot be padding, and a short text must not cause a large
 * allocation.
 */
const MAX_PADDING = 256 * ZERO_POINT_ALIGNMENT;

export async function frameOf(value: Value, blobs: BlobReader | undefined, fail: Fail): Promise<FrameText> {
  const members = membersOf(value, fail);
  const wrong = (message: string): never => fail('text-frame-invalid', `$frame: ${message}`);
  const other = [...members.keys()].find((key) => !KEYS.includes(key));
  if (other !== undefined) wrong(`unknown key ${other}; the keys are ${KEYS.join(', ')}`);
  const version = versionOf(Number(wholeIn(members.get('version'), 0xffffffffn, 'version', fail)), wrong);
  const form = members.get('form') ?? 'standard';
  if (form !== 'standard' && (form !== 'md5' || version !== 1))
    wrong('form must be standard, or md5 for version 1');
  const isChecked = members.get('messageChecksum') ?? false;
  if (typeof isChecked !== 'boolean') wrong('messageChecksum must be true or false');
  if (isChecked && version !== 3) wrong('only version 3 has a checksum of the message');
  const bytesOf = async (key: string): Promise<Uint8Array | undefined> => {
    const content = members.get(key);
    if (content === undefined) return undefined;
    if (typeof content === 'string') return bytesIn(content, fail);
    const reference = referenceIn(content, (code, message) => fail(code, `$frame.${key}: ${message}`));
    return reference instanceof Uint8Array
      ? reference
      : readBlob(reference, blobs, (code, message) => fail(code, `$frame.${key}: ${message}`));
  };
  const allowed: Readonly<Record<string, boolean>> = {
    padding: version === 3,
    additionalInfo: version === 3,
    ccws: version !== 0,
  };
  for (const [key, fits] of Object.entries(allowed)) {
    if (!fits && members.has(key)) wrong(`version ${version} has no ${key}`);
  }
  const padding = await paddingOf(members.get('padding'), () => bytesOf('padding'), fail);
  const sections = {
    padding,
    ccws: await bytesOf('ccws'),
    additionalInfo: await bytesOf('additionalInfo'),
    trailing: await bytesOf('trailing'),
  };
  return {
    version,
    ...(form === 'md5' && { form }),
    ...Object.fromEntries(Object.entries(sections).filter(([, bytes]) => bytes !== undefined)),
    messageChecksum: isChecked === true,
    ...(members.has('claim') && {
      claim: claimOf(members.get('claim'), version, form === 'md5', wrong, fail),
    }),
  };
}

/** Converts a frame's sections to another version, and drops sections that do not exist in this version. */
export function asVersion(frame: FrameText | undefined, version: ContainerVersion): FrameText {
  if (frame === undefined) return { version };
  if (frame.version === version) return frame;
  const { ccws, trailing, additionalInfo } = frame;
  return {
    version,
    ...(version > 0 && ccws !== undefined && { ccws }),
    ...(version === 3 && additionalInfo !== undefined && { additionalInfo }),
    ...(trailing !== undefined && { trailing }),
  };
}

/** Returns the non-empty sections that a frame of this version cannot hold. */
export function lostAs(frame: FrameText | undefined, version: ContainerVersion | 'bare'): string[] {
  if (frame === undefined || frame.version === version) return [];
  const lost: string[] = [];
  if (version === 'bare' || version === 0) lost.push('ccws');
  if (version !== 3) lost.push('additionalInfo');
  if (version === 'bare') lost.push('trailing');
  return lost.filter((key) => ((frame[key as keyof FrameText] as Uint8Array | undefined)?.length ?? 0) > 0);
}

function versionOf(version: number, wrong: (message: string) => never): ContainerVersion {
  return isContainerVersion(version) ? version : wrong(`there is no version ${version}`);
}

async function paddingOf(
  value: Value,
  bytes: () => Promise<Uint8Array | undefined>,
  fail: Fail,
): Promise<Uint8Array | undefined> {
  if (value === undefined || typeof value === 'string' || value instanceof Map) return bytes();
  return new Uint8Array(Number(wholeIn(value, BigInt(MAX_PADDING), '$frame: padding', fail)));
}

function claimOf(
  value: Value,
  version: ContainerVersion,
  isMd5: boolean,
  wrong: (message: string) => never,
  fail: Fail,
): Partial<Record<HeaderFieldName, bigint>> {
  const form = isMd5 ? 'md5' : 'standard';
  const fields = decodeHeaderFields(new Uint8Array(MAX_HEADER_BYTES), version, form);
  const claim: Partial<Record<HeaderFieldName, bigint>> = {};
  for (const [key, digits] of membersOf(value, fail)) {
    const field = fields.find(({ name }) => name === key);
    if (field === undefined) wrong(`claim: a header of version ${version} has no ${key}`);
    if (typeof digits !== 'string' || !/^[0-9a-fA-F]{1,32}$/.test(digits)) {
      wrong(`claim.${key} must be hexadecimal digits, not ${valueKindOf(digits)}`);
    }
    const bits = BigInt(`0x${digits}`);
    if (bits >> BigInt(8 * field.length) !== 0n) wrong(`claim.${key}: the field has ${field.length} bytes`);
    claim[field.name] = bits;
  }
  return claim;
}
