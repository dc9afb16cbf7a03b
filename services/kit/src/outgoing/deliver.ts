import { OutgoingFailed, OutgoingRefused } from './errors.js';
import type { Outgoing, OutgoingRequest } from './outgoing.js';

export interface DeliveryFailure {
  /** Reason of the failure, shown to the owner of the webhook. */
  reason: string;
  /** Status of the receiver's response; undefined without a response. */
  status?: number;
  /** Body of the receiver's response. */
  text?: string;
  /** True if a retry cannot succeed. */
  isFinal: boolean;
}

export type Delivered = { ok: true; status: number; text: string } | ({ ok: false } & DeliveryFailure);

/**
 * Posts a webhook's JSON body. Statuses 500 and above, 429, a lost connection and a missing response are temporary;
 * any other failure is final.
 */
export async function deliver(
  outgoing: Outgoing,
  url: string,
  request: Omit<OutgoingRequest, 'method'>,
): Promise<Delivered> {
  const headers = { 'content-type': 'application/json', ...request.headers };
  try {
    const { status, body } = await outgoing.request(url, { ...request, method: 'POST', headers });
    const text = new TextDecoder().decode(body);
    if (status >= 200 && status <= 299) return { ok: true, status, text };
    return {
      ok: false,
      status,
      text,
      reason: `HTTP status ${status}`,
      isFinal: status < 500 && status !== 429,
    };
  } catch (error) {
    if (error instanceof OutgoingRefused)
      return { ok: false, reason: `the address is not allowed (${error.code})`, isFinal: true };
    if (!(error instanceof OutgoingFailed)) throw error;
    return { ok: false, reason: reasonOf(error, request), isFinal: error.code === 'too_large' };
  }
}

function reasonOf(
  { code }: OutgoingFailed,
  { maxBytes, timeoutMs }: Omit<OutgoingRequest, 'method'>,
): string {
  if (code === 'too_large') return `the answer is larger than ${maxBytes / 1024} KiB`;
  return code === 'timeout' ? `no answer within ${timeoutMs / 1000} seconds` : 'the connection failed';
}
