import { call } from './api.js';
import { announce, field, h, html, quiet } from './dom.js';
import { sendForm } from './form.js';
import { lessons } from './labels.js';
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

/** @typedef {{ role: 'user' | 'assistant', content: string }} Turn */

export function adviceView() {
  /** The conversation is only in this variable, because the service does not store it. @type {Turn[]} */
  let history = [];
  const log = html`<div class="log" role="log" aria-label="Conversation" tabindex="0"></div>`;
  const message = h('textarea', { rows: 2, required: true, maxlength: LONGEST_TURN, dir: 'auto' });
  const microphone = dictation((text) => {
    message.value = `${message.value} ${text}`.trim();
    message.focus();
  });
  const clear = quiet('Clear', () => {
    history = [];
    log.replaceChildren(intro());
    announce('Conversation cleared.');
    message.focus();
  });
  const buttons = html`<div class="buttons"><button type="submit">Send</button>${microphone}${clear}</div>`;
  const { form } = sendForm('ask', [field('Your question', message), buttons], '', send);
  const intro = () => html`<div class="intro">
    <p>Ask about budgeting, saving, credit scores, debt, investing, retirement, goals or your own spending.</p>
    ${starters(STARTERS, ask)}
  </div>`;

  /** @param {string} text */
  const ask = (text) => {
    message.value = text;
    form.requestSubmit();
  };
  log.append(intro());
  message.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      form.requestSubmit();
    }
  });
  async function send() {
    const asked = message.value.trim();
    if (asked === '') return;
    const question = { message: asked, history: fitting(history) };
    const answer = await call('POST', '/api/chat', question);
    message.value = '';
    log.querySelector('.intro')?.remove();
    const reply = answerBubble(answer, question, ask);
    log.append(html`<div class="turn user"><p dir="auto">${asked}</p></div>`, reply);
    log.scrollTop += reply.getBoundingClientRect().top - log.getBoundingClientRect().top - 16;
    history = [
      ...history,
      { role: 'user', content: asked },
      { role: 'assistant', content: answer.response.slice(0, LONGEST_TURN) },
    ];
    message.focus();
  }
  return html`<div>
    <h1>Ask about money</h1>
    <p class="lead">General financial information, not personal investment advice, and no substitute for tax, legal or accounting advice. No outcome is promised, and no conversation is stored.</p>
    <div class="columns uneven">
      <section class="card chat" aria-label="Chat">${log}${form}</section>
      ${lessonList()}
    </div>
  </div>`;
}

/**
 * @param {string[]} questions
 * @param {(text: string) => void} ask
 */
const starters = (questions, ask) => html`<ul class="starters">
  ${questions.map((text) =>
    h(
      'li',
      {},
      quiet(text, () => ask(text)),
    ),
  )}
</ul>`;

const opensTab = () => html`<span class="unseen"> (opens in a new tab)</span>`;

function lessonList() {
  const links = lessons.map(
    ({ topic, title }) => html`<li>
      <a href=${`/learn/${topic}`} target="_blank" rel="noopener">
        <img src=${`/learn/${topic}.svg`} alt="" width="64" height="36">
        <span>${title}${opensTab()}</span>
      </a>
    </li>`,
  );
  return html`<aside class="card"><h2>Lessons</h2><ul class="lessons">${links}</ul></aside>`;
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
    const kind = index === all.length - 1 && 'notice';
    return [
      prose && html`<p dir="auto" class=${kind}>${prose}</p>`,
      questions.length > 0 && starters(questions, ask),
    ];
  });
  // The page's content security policy allows pictures of this service only, so pictures of other hosts are left out.
  const picture = new URL(video.thumbnail, location.href).pathname;
  const here = picture.startsWith('/learn/');
  const target = here ? new URL(video.url, location.href).pathname : video.url;
  return html`<div class="turn assistant" lang=${language}>
    ${paragraphs.flat()}
    <p class="video">
      <a href=${target} target="_blank" rel="noopener noreferrer">
        ${here && html`<img src=${picture} alt="" width="112" height="63">`}
        <span><small>Lesson</small><span>${video.title}</span>${opensTab()}</span>
      </a>
      ${readAloud(response, language, question)}
    </p>
  </div>`;
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
