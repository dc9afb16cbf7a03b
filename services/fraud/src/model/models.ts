import { readFile } from 'node:fs/promises';
import { EMAIL_DETECTORS } from '../detectors/email/index.js';
import { PII_DETECTORS } from '../detectors/pii/index.js';
import { TEXT_DETECTORS } from '../detectors/text/index.js';
import { decodeModel, type Model, ModelFileError } from './model-file.js';

/** The models of e-mail and SMS; their checksums have been checked. */
export interface Models {
  /** Version of the models, as responses contain it: format, SMS, e-mail. */
  readonly version: string;
  readonly sms: Model;
  readonly email: Model;
}

const FOLDER = new URL('../../models/', import.meta.url);

/**
 * Reads both model files.
 * @throws ModelFileError if one is damaged, or has no weight for an indicator
 */
export async function loadModels(folder: URL = FOLDER): Promise<Models> {
  const [sms, email] = await Promise.all(
    ['sms.bin', 'email.bin'].map(async (name) => decodeModel(await readFile(new URL(name, folder)))),
  );
  const models = makeModels(sms as Model, email as Model);
  for (const { code } of [...TEXT_DETECTORS, ...PII_DETECTORS])
    if (!models.sms.named.has(code))
      throw new ModelFileError(`The SMS model has no weight for ${code}: train it.`);
  for (const { code } of [...EMAIL_DETECTORS, ...TEXT_DETECTORS, ...PII_DETECTORS])
    if (!models.email.named.has(code))
      throw new ModelFileError(`The e-mail model has no weight for ${code}: train it.`);
  return models;
}

export function makeModels(sms: Model, email: Model): Models {
  return { sms, email, version: `1.${sms.version}.${email.version}` };
}
