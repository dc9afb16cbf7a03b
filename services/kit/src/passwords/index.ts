export { hashPassword, verifyPassword } from './argon2.js';
export { MIN_PASSWORD_LENGTH, passwordProblem } from './rules.js';
