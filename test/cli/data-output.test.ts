import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDataOutput } from '../../src/cli/data-output.js';
import { CommandError } from '../../src/cli/exit-code.js';
import { capturedHost } from './captured-host.js';
import { temporaryDirectory, withFiles } from './temporary.js';

describe('the destination of data', () => {
  it('is standard output unless a file is named', async () => {
    for (const path of [undefined, '-']) {
      const host = capturedHost();
      const output = openDataOutput(path, { inputs: [] }, host);
      await output.write('text');
      await output.finish();
      expect(host.out()).toBe('text');
    }
  });

  it('is the named file, which is replaced once the output is complete', async () => {
    const path = join(withFiles({ report: 'something old and long' }), 'report');
    const output = openDataOutput(path, { inputs: [] }, capturedHost({ terminal: true }));
    expect(output.isTerminal).toBe(false);
    await output.write('ne');
    await output.write('w é');
    expect(readFileSync(path, 'utf8')).toBe('something old and long');
    await output.finish();
    expect(readFileSync(path, 'utf8')).toBe('new é');
  });

  it('is never an input, under any name', () => {
    const root = withFiles({ 'a.mdl': 'precious' });
    symlinkSync(join(root, 'a.mdl'), join(root, 'alias'));
    const inputs = [{ path: join(root, 'a.mdl'), kind: 'file', size: 8 } as const];
    expect(() => openDataOutput(join(root, 'alias'), { inputs }, capturedHost())).toThrow(CommandError);
    expect(readFileSync(join(root, 'a.mdl'), 'utf8')).toBe('precious');
  });

  it('is named with the reason if it cannot be written', () => {
    const root = temporaryDirectory();
    expect(() => openDataOutput(join(root, 'no/such'), { inputs: [] }, capturedHost())).toThrow(
      'there is no such directory',
    );
    expect(() => openDataOutput(root, { inputs: [] }, capturedHost())).toThrow('is a directory');
  });

  it('is reported as full if the disk is full', async () => {
    const output = openDataOutput('/dev/full', { inputs: [] }, capturedHost());
    await expect(output.write('text')).rejects.toThrow(CommandError);
  });
});
