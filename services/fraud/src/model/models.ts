import { readFile } from 'node:fs/promises';
import { decodeModel, type Model } from './model-file.js';

/** What `judge` needs: the weights of e-mail and SMS, checked as they were read. */
export interface Models {
  /** Stands in answers as the version of the model: format, SMS, e-mail. */
  readonly version: string;
  readonly sms: Model;
  readonly email: Model;
}

const FOLDER = new URL('../../models/', import.meta.url);

/**
 * Reads both model files.
 * @throws ModelFileError when one is damaged.
 */
export async function loadModels(folder: URL = FOLDER): Promise<Models> {
  const [sms, email] = await Promise.all(
    ['sms.bin', 'email.bin'].map(async (name) => decodeModel(await readFile(new URL(name, folder)))),
  );
  return makeModels(sms as Model, email as Model);
}

export function makeModels(sms: Model, email: Model): Models {
  return { sms, email, version: `1.${sms.version}.${email.version}` };
}
