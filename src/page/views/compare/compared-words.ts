import type { DiffVerdict } from '../../../tools/diff/diff.js';

export const COMPARED_WORDS: Readonly<
  Record<DiffVerdict, { readonly mood: 'good' | 'doubt'; readonly sign: string; readonly text: string }>
> = {
  identical: { mood: 'good', sign: '=', text: 'Identical, byte for byte' },
  'same-meaning': { mood: 'good', sign: '≈', text: 'The same meaning in other bytes' },
  'ignored-only': { mood: 'good', sign: '≈', text: 'Only ignored parts differ' },
  different: { mood: 'doubt', sign: '≠', text: 'Different' },
};
