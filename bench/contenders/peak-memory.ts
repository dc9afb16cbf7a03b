import { readFileSync } from 'node:fs';

/**
 * Returns the peak memory of this process, in bytes. On Linux, the value is from /proc, because getrusage
 * starts with the memory of the parent process.
 */
export function peakMemory(): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (kilobytes !== undefined) return Number(kilobytes) * 1024;
  } catch {
    // not Linux
  }
  return process.resourceUsage().maxRSS * 1024;
}
