import { readFileSync } from 'node:fs';

/**
 * Most memory that this process ever had, in bytes. On Linux from /proc: what getrusage says there starts
 * with the memory of the process that this one was forked from.
 */
export function peakMemory(): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (kilobytes !== undefined) return Number(kilobytes) * 1024;
  } catch {
    // another system
  }
  return process.resourceUsage().maxRSS * 1024;
}
