export { forgetAnswers, KeyReused, once, type Repeatable } from './once.js';
