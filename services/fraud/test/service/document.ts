import { Ajv, type ValidateFunction } from 'ajv';
import { expect } from 'vitest';

interface OpenApi {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
}
type Response = { content?: Record<string, { schema: object }> };

/** Checks responses against the service's own OpenAPI document. */
export class PublishedDocument {
  private readonly validators = new Map<object, ValidateFunction>();
  private readonly ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  constructor(private readonly document: OpenApi) {}

  static async of(url: string): Promise<PublishedDocument> {
    const answer = await fetch(`${url}/openapi.json`);
    return new PublishedDocument((await answer.json()) as OpenApi);
  }

  /** Fails if the document does not have this status for the path, or if the body does not match. */
  check(method: string, path: string, status: number, body: unknown): void {
    const operation = this.operation(method, path);
    // For unknown paths and methods nothing is checked, because the document does not have them.
    if (!operation) return;
    const response = operation.responses[String(status)];
    expect(response, `${method} ${path} answered ${status}, which the document does not know`).toBeDefined();
    const schema = response?.content?.['application/json']?.schema;
    if (!schema || body === undefined) return;
    const validate = this.validators.get(schema) ?? this.ajv.compile(schema);
    this.validators.set(schema, validate);
    validate(body);
    expect(validate.errors ?? [], `${method} ${path} ${status}: ${JSON.stringify(body)}`).toEqual([]);
  }

  private operation(method: string, path: string) {
    const [plain = ''] = path.split('?');
    for (const [pattern, methods] of Object.entries(this.document.paths)) {
      const expression = new RegExp(`^${pattern.replace(/\{[^}]+\}/g, '[^/]+')}$`);
      // The path `/batch` must not be taken for the id of a result.
      if (expression.test(plain) && (!pattern.includes('{') || !(plain in this.document.paths))) {
        const operation = methods[method.toLowerCase()];
        if (operation) return operation;
      }
    }
    return undefined;
  }
}
