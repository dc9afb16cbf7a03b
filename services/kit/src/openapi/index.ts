export { escapeHtml } from './documentation.js';
export { type OpenApiOptions, registerOpenApi } from './register-openapi.js';
