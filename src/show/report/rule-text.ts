import { type CodeInfo, textOf } from '../../base/diagnostics/catalogue.js';
import { releaseSpans } from '../../base/diagnostics/releases.js';

/** A paragraph about a code under its heading. */
export interface RuleSection {
  readonly title: string;
  readonly text: string;
  /** Protobuf text, not prose. */
  readonly isExample: boolean;
}

/** All that is known about a code but its summary, in the order it is read. */
export function ruleSections(info: CodeInfo<string>): RuleSection[] {
  const { why, runtime, wrong, fix } = textOf(info);
  const { implies = [], refusedBy = [] } = info;
  const sections: RuleSection[] = [];
  const add = (title: string, text: string | undefined, isExample = false): void => {
    if (text !== undefined && text !== '') sections.push({ title, text, isExample });
  };
  add('Why it matters', why);
  add('The runtime', runtime);
  add('Refused by', releaseSpans(refusedBy));
  add('Implies', implies.join(', '));
  add('Wrong', wrong, true);
  add('Right', fix, true);
  return sections;
}
