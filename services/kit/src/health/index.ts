export { type AdminOptions, createAdmin } from './admin.js';
