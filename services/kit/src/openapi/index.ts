export { type OpenApiOptions, registerOpenApi } from './register-openapi.js';
