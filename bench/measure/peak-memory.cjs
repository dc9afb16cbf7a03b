// Loaded before a program (node --require). At the end of the program, writes its peak memory in bytes. On
// Linux, the value is from /proc, because getrusage starts with the memory of the parent process.
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
