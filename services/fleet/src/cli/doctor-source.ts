import { listSource } from '../objects/list-source.js';
import type { SourceSettings } from '../objects/listing.js';
import { Opener } from '../objects/opening.js';
import { s3Client } from '../objects/s3-client.js';
import { wordsOf } from '../objects/s3-errors.js';
import { shownUri } from '../objects/uri.js';
import type { Finding } from './doctor.js';

/** Checks that this machine can list and read a bucket with the credentials of the environment. */
export async function examineSource(source: SourceSettings, module?: string): Promise<Finding[]> {
  const name = shownUri(source.uri);
  const at = source.endpoint === undefined ? '' : ` at ${source.endpoint}`;
  const findings: Finding[] = [];
  if (source.kind === 's3') {
    const client = s3Client(source);
    try {
      const { accessKeyId } = await client.config.credentials();
      findings.push({ name, state: 'ok', text: `credentials ${accessKeyId.slice(0, 4)}…${at}` });
    } catch (error) {
      return [{ name, state: 'fail', text: `no credentials: ${wordsOf(error)}` }];
    } finally {
      client.destroy();
    }
  }
  try {
    const page = await listSource(source, { module }).next();
    const first = page.done === true ? undefined : page.value.objects[0];
    if (first === undefined)
      return [...findings, { name, state: 'warn', text: 'can be listed, but has no objects' }];
    findings.push({ name, state: 'ok', text: 'can be listed' });
    const opener = new Opener(source, module);
    const { source: bytes } = await opener.open(first.uri);
    await bytes.close();
    opener.close();
    return [...findings, { name, state: 'ok', text: `can be read: ${shownUri(first.uri)}` }];
  } catch (error) {
    return [...findings, { name, state: 'fail', text: (error as Error).message }];
  }
}
