export { hashPassword, verifyPassword } from './argon2.js';
export { passwordProblem } from './rules.js';
