import {
  CATALOGUE,
  type Diagnostic as Finding,
  isProtomdlError,
  namedBy,
  type Source,
  textOf,
  validate,
} from 'protomdl';
import { addressOf, nodeChecksums, TOOL } from 'protomdl/node';
import { Diagnostic, DiagnosticSeverity, type Disposable, languages, Range, Uri } from 'vscode';
import type { ModelDocument } from './model-document.js';

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const;

/** Interval between the pauses of reading: other extensions share the process. */
const TURN_MS = 30;

/** Findings of the open models in the Problems panel. */
export class Problems implements Disposable {
  readonly #collection = languages.createDiagnosticCollection('protomdl');
  /** The latest check of each model: results of earlier checks are dropped. */
  readonly #latest = new Map<ModelDocument, symbol>();

  /** Validates a model and lists its findings. */
  async check(document: ModelDocument): Promise<void> {
    const check = Symbol();
    this.#latest.set(document, check);
    const found = await problemsOf(document);
    if (this.#latest.get(document) === check) this.#collection.set(document.uri, found);
  }

  /** Drops the findings of a closed model. */
  forget(document: ModelDocument): void {
    this.#latest.delete(document);
    this.#collection.delete(document.uri);
  }

  dispose(): void {
    this.#collection.dispose();
  }
}

async function problemsOf(document: ModelDocument): Promise<Diagnostic[]> {
  let source: Source | undefined;
  try {
    source = await document.open();
    const options = { runtimes: 'usual', checksums: nodeChecksums } as const;
    const report = await validate(taking(source), namedBy(document.name, options));
    // Infos are listed once for each code, as in the other reports.
    const told = new Set<string>();
    const listed = report.diagnostics.filter(({ code, severity }) => {
      if (severity !== 'info') return true;
      return !told.has(code) && told.add(code);
    });
    const rest = (report.totals ?? [])
      .filter(({ severity }) => severity !== 'info')
      .flatMap((total) => {
        const shown = listed.filter(
          (finding) => finding.code === total.code && finding.severity === total.severity,
        );
        const more = total.count - shown.reduce((sum, { count }) => sum + count, 0);
        return more > 0 ? [problem(total, `${more} more of this code`)] : [];
      });
    return [...listed.map((finding) => problem(finding, textFor(finding))), ...rest];
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    return [problem({ code: error.code, severity: 'error' }, error.message)];
  } finally {
    await source?.close();
  }
}

function textFor({ message, offset, path, severity, code }: Finding): string {
  // The message of an info describes one position, but the entry represents all positions of its code.
  if (severity === 'info') return textOf(CATALOGUE.get(code) as never).summary;
  return `${message} (at ${offset.toLocaleString('en')}, 0x${offset.toString(16)}${path === '' ? '' : `, ${path}`})`;
}

function problem({ code, severity }: Pick<Finding, 'code' | 'severity'>, message: string): Diagnostic {
  // A binary file has no lines: every finding is at its beginning.
  const made = new Diagnostic(new Range(0, 0, 0, 0), message, SEVERITIES[severity]);
  const address = addressOf(TOOL, code);
  made.source = 'protomdl';
  made.code = address.startsWith('http') ? { value: code, target: Uri.parse(address) } : code;
  return made;
}

/** A source that lets other tasks run between its reads. */
function taking(source: Source): Source {
  let last = Date.now();
  return {
    ...(source.size === undefined ? { size: undefined } : { size: source.size }),
    randomAccess: source.randomAccess,
    read: (offset, target) => {
      if (Date.now() - last < TURN_MS) return source.read(offset, target);
      return new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
        last = Date.now();
        return source.read(offset, target);
      });
    },
    close: () => source.close(),
  };
}
