import type { Plugin } from 'rolldown';

/** Writes the plan that validating a file needs into the command (src/validate/stored-plan.ts). */
export const withStoredPlan: Plugin = {
  name: 'with-stored-plan',
  async load(id) {
    if (!id.endsWith('/src/validate/stored-plan.ts')) return null;
    // Not at the top: whoever builds for tests wants to go on where the sources are broken.
    const { preparePlan } = await import('../../src/validate/prepared-plan.js');
    const { NONE_PLACED } = await import('../../src/validate/reference-fields.js');
    const { validationPlan } = await import('../../src/validate/subscription.js');
    const { columns, bytes } = preparePlan(validationPlan(NONE_PLACED).plan);
    const text = JSON.stringify(JSON.stringify(columns));
    const numbers = Buffer.from(bytes).toString('base64');
    return `export const storedPlan = () => ({
      columns: JSON.parse(${text}),
      bytes: new Uint8Array(Buffer.from('${numbers}', 'base64')),
    });`;
  },
};
