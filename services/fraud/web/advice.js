import { call } from './api.js';
import { announce, field, h } from './dom.js';
import { onSend } from './form.js';
import { dictation, readAloud } from './voice.js';

/** The service's limits on the length of a conversation. */
const MOST_TURNS = 50;
const HISTORY_BYTES = 64 * 1024;
const LONGEST_TURN = 4000;

const STARTERS = [
  'How do I make my first budget?',
  'How large should an emergency fund be?',
  'Where does my money go?',
  'Which debt should I pay first?',
];

const LESSONS = {
  budgeting: 'Budgeting',
  saving: 'Saving and emergency funds',
  credit: 'Credit scores',
  debt: 'Managing debt',
  investing: 'Principles of investing',
  retirement: 'Retirement planning',
  goals: 'Financial goals',
  spending: 'Spending patterns',
};

/** @typedef {{ role: 'user' | 'assistant', content: string }} Turn */

export function adviceView() {
  /** The conversation is only in this variable, because the service does not store it. @type {Turn[]} */
  let history = [];
  const log = h('div', { class: 'log', role: 'log', 'aria-label': 'Conversation', tabindex: '0' });
  const message = h('textarea', { rows: 2, required: true, maxlength: LONGEST_TURN, dir: 'auto' });
  const send = h('button', { type: 'submit' }, 'Send');
  const clear = h('button', { type: 'button', class: 'quiet' }, 'Clear');
  const microphone = dictation((text) => {
    message.value = `${message.value} ${text}`.trim();
    message.focus();
  });
  const form = h(
    'form',
    { class: 'ask' },
    field('Your question', message),
    h('div', { class: 'buttons' }, send, microphone, clear),
  );
  const starters = h(
    'ul',
    { class: 'starters' },
    ...STARTERS.map((text) => {
      const button = h('button', { type: 'button', class: 'quiet' }, text);
      button.addEventListener('click', () => ask(text));
      return h('li', {}, button);
    }),
  );
  const intro = () =>
    h(
      'div',
      { class: 'intro' },
      h(
        'p',
        {},
        'Ask about budgeting, saving, credit scores, debt, investing, retirement, goals or your own spending.',
      ),
      starters,
    );
  log.append(intro());

  /** @param {string} text */
  const ask = (text) => {
    message.value = text;
    form.requestSubmit();
  };
  message.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      form.requestSubmit();
    }
  });
  onSend(form, async () => {
    const asked = message.value.trim();
    if (asked === '') return;
    const question = { message: asked, history: fitting(history) };
    const answer = await call('POST', '/api/chat', question);
    message.value = '';
    log.querySelector('.intro')?.remove();
    const reply = answerBubble(answer, question, ask);
    log.append(h('div', { class: 'turn user' }, h('p', { dir: 'auto' }, asked)), reply);
    log.scrollTop += reply.getBoundingClientRect().top - log.getBoundingClientRect().top - 16;
    history = [
      ...history,
      { role: 'user', content: asked },
      { role: 'assistant', content: answer.response.slice(0, LONGEST_TURN) },
    ];
    message.focus();
  });
  clear.addEventListener('click', () => {
    history = [];
    log.replaceChildren(intro());
    announce('Conversation cleared.');
    message.focus();
  });
  return h(
    'div',
    {},
    h('h1', {}, 'Ask about money'),
    h(
      'p',
      { class: 'lead' },
      'General financial information, not personal investment advice, and no substitute for tax, legal or accounting advice. No outcome is promised, and no conversation is stored.',
    ),
    h(
      'div',
      { class: 'columns uneven' },
      h('section', { class: 'card chat', 'aria-label': 'Chat' }, log, form),
      lessons(),
    ),
  );
}

function lessons() {
  const links = Object.entries(LESSONS).map(([topic, title]) =>
    h(
      'li',
      {},
      h(
        'a',
        { href: `/learn/${topic}`, target: '_blank', rel: 'noopener' },
        h('img', { src: `/learn/${topic}.svg`, alt: '', width: 64, height: 36 }),
        h('span', {}, title, h('span', { class: 'unseen' }, ' (opens in a new tab)')),
      ),
    ),
  );
  return h('aside', { class: 'card' }, h('h2', {}, 'Lessons'), h('ul', { class: 'lessons' }, ...links));
}

/**
 * The text of an answer; its lines that begin with "- " are questions that the user may ask next.
 *
 * @param {{ response: string, language: string, partner_video: { title: string, url: string, thumbnail: string } }} answer
 * @param {object} question
 * @param {(text: string) => void} ask
 */
function answerBubble({ response, language, partner_video: video }, question, ask) {
  const paragraphs = response.split('\n\n').map((paragraph, index, all) => {
    const lines = paragraph.split('\n');
    const questions = lines.filter((line) => line.startsWith('- ')).map((line) => line.slice(2));
    const prose = lines.filter((line) => !line.startsWith('- ')).join('\n');
    return [
      prose ? h('p', { dir: 'auto', ...(index === all.length - 1 ? { class: 'notice' } : {}) }, prose) : null,
      questions.length > 0
        ? h(
            'ul',
            { class: 'starters' },
            ...questions.map((text) =>
              h('li', {}, h('button', { type: 'button', class: 'quiet', onclick: () => ask(text) }, text)),
            ),
          )
        : null,
    ];
  });
  // The page's content security policy allows pictures of this service only, so pictures of other hosts are left out.
  const here = new URL(video.thumbnail, location.href).pathname.startsWith('/learn/');
  const path = here ? new URL(video.thumbnail, location.href).pathname : undefined;
  return h(
    'div',
    { class: 'turn assistant', lang: language },
    ...paragraphs.flat(),
    h(
      'p',
      { class: 'video' },
      h(
        'a',
        {
          href: here ? new URL(video.url, location.href).pathname : video.url,
          target: '_blank',
          rel: 'noopener noreferrer',
        },
        path ? h('img', { src: path, alt: '', width: 112, height: 63 }) : null,
        h(
          'span',
          {},
          h('small', {}, 'Lesson'),
          h('span', {}, video.title),
          h('span', { class: 'unseen' }, ' (opens in a new tab)'),
        ),
      ),
      readAloud(response, language, question),
    ),
  );
}

/**
 * Returns the newest turns that are within the service's limits.
 *
 * @param {Turn[]} history
 */
function fitting(history) {
  const encoder = new TextEncoder();
  let bytes = 0;
  const kept = [];
  for (const turn of history.slice(-MOST_TURNS).reverse()) {
    bytes += encoder.encode(turn.content).length;
    if (bytes > HISTORY_BYTES) break;
    kept.unshift(turn);
  }
  return kept;
}
