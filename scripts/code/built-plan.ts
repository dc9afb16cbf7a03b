import type { Plugin } from 'rolldown';

/** Writes the plan that validating a file needs into the command (src/check/validate/built-plan.ts). */
export const withBuiltPlan: Plugin = {
  name: 'with-built-plan',
  async load(id) {
    if (!id.endsWith('/src/check/validate/built-plan.ts')) return null;
    // Not imported at the top: a build for tests continues even if the sources are broken.
    const { preparePlan } = await import('../../src/check/validate/prepared-plan.js');
    const { NONE_PLACED } = await import('../../src/check/validate/reference-fields.js');
    const { validationPlan } = await import('../../src/check/validate/subscription.js');
    const { columns, bytes } = preparePlan(validationPlan(NONE_PLACED).plan);
    const text = JSON.stringify(JSON.stringify(columns));
    const numbers = Buffer.from(bytes).toString('base64');
    return `export const builtPlan = () => ({
      columns: JSON.parse(${text}),
      bytes: new Uint8Array(Buffer.from('${numbers}', 'base64')),
    });`;
  },
};
