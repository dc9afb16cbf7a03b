export { createLimiter, type Limiter, type LimiterOptions, type LimitState } from './limiter.js';
