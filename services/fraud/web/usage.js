import { duration, usage } from './api.js';
import { html } from './dom.js';

/** A larger limit is shown as "unlimited": the service sends the largest number that headers allow. */
const UNLIMITED = 1e12;

/** @param {string} tier */
export function usageMeter(tier) {
  const fill = html`<span class="fill"></span>`;
  const track = html`<span class="track" aria-hidden="true" hidden>${fill}</span>`;
  const text = html`<span>${`${tier} tier`}</span>`;
  const meter = html`<span class="usage">${text}${track}</span>`;
  usage.addEventListener('change', (event) => {
    const { limit, remaining, resetSeconds } = /** @type {CustomEvent} */ (event).detail;
    track.hidden = limit >= UNLIMITED;
    if (limit >= UNLIMITED) {
      text.textContent = `${tier} tier: unlimited`;
      return;
    }
    const used = limit - remaining;
    text.textContent = `${tier} tier: ${used} of ${limit} used this hour`;
    fill.style.width = `${(used / limit) * 100}%`;
    fill.classList.toggle('scarce', remaining < limit / 10);
    meter.title = resetSeconds > 0 ? `More in ${duration(resetSeconds)}` : '';
  });
  return meter;
}
