// Loaded before a program (node --require): when it ends, writes the most memory that it ever had, in bytes.
// On Linux from /proc: what getrusage says there starts with the memory of the process it was forked from.
const { readFileSync, writeFileSync } = require('node:fs');

function peakMemory() {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (kilobytes !== undefined) return Number(kilobytes) * 1024;
  } catch {
    // another system
  }
  return process.resourceUsage().maxRSS * 1024;
}

process.on('exit', () => {
  const { PROTOMDL_BENCH_MEMORY: file } = process.env;
  if (file !== undefined) writeFileSync(file, String(peakMemory()));
});
