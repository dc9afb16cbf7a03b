import { type Endpoint, expose, wrap } from 'comlink';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { ProtomdlError } from '../../src/base/diagnostics/error.js';
import { isWithoutWebAssembly, letErrorsCross } from '../../src/page/engine/errors.js';
import { failure } from '../source/bytes.js';

afterEach(() => vi.unstubAllGlobals());

it('errors keep their code, place and stack on their way from a worker', async () => {
  letErrorsCross();
  const { port1, port2 } = new MessageChannel() as unknown as Record<
    'port1' | 'port2',
    Endpoint & { close(): void }
  >;
  onTestFinished(() => port1.close());
  const errors: Record<string, unknown> = {
    ours: new ProtomdlError('wire-truncated', 'it is cut', 7, 'a.b'),
    other: new RangeError('too far'),
    text: 'only a text',
  };
  const fail = (name: string) => {
    throw errors[name];
  };
  expose({ fail }, port2);
  const worker = wrap<{ fail(name: string): void }>(port1);
  const ours = await failure(async () => worker.fail('ours'));
  expect(ours).toBeInstanceOf(ProtomdlError);
  const { stack } = errors.ours as Error;
  expect(ours).toMatchObject({ code: 'wire-truncated', message: 'it is cut', offset: 7, path: 'a.b', stack });
  const other = await failure(async () => worker.fail('other'));
  expect(other).not.toBeInstanceOf(ProtomdlError);
  expect(other).toMatchObject({
    name: 'RangeError',
    message: 'too far',
    stack: (errors.other as Error).stack,
  });
  expect(await failure(async () => worker.fail('text'))).toMatchObject({
    name: 'Error',
    message: 'only a text',
  });
});

it('a refused compilation means that there is no WebAssembly', () => {
  const refused = Object.assign(new Error('by the policy'), { name: 'CompileError' });
  expect([refused, new Error('other'), 'CompileError'].map(isWithoutWebAssembly)).toEqual([
    true,
    false,
    false,
  ]);
  vi.stubGlobal('WebAssembly', undefined);
  expect(isWithoutWebAssembly(new Error('other'))).toBe(true);
});
