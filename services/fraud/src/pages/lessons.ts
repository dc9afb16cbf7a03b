import { escapeHtml } from '@services/kit/openapi';
import type { Article } from '../advice/articles.js';
import { fixedAnswer, type Knowledge } from '../advice/knowledge.js';
import { TOPICS, type Topic } from '../advice/topics.js';
import { HELP_TITLE } from '../advice/videos.js';

/** Returns the page that lists the service's own lessons. Each topic has a page of its own with its articles. */
export function lessonIndex(knowledge: Knowledge): string {
  const items = TOPICS.map((topic) => {
    const { title } = knowledge.topics.get(topic)!;
    return `<li><a class="card" href="/learn/${topic}"><img src="/learn/${topic}.svg" alt="" width="320" height="180"><span>${escapeHtml(title)}</span></a></li>`;
  });
  return page(
    'Money lessons',
    `<p>Short articles on eight subjects, the same that the advice of this service draws on.</p>
<ul class="topics">${items.join('\n')}</ul>
${noticeOf(knowledge)}`,
  );
}

/** @param film true if the lesson has a film */
export function lessonPage(knowledge: Knowledge, topic: Topic, film = false): string {
  const articles = knowledge.articles.filter((article) => article.topic === topic);
  const contents = articles.map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`);
  return page(
    knowledge.topics.get(topic)!.title,
    `<nav aria-label="Contents"><ul>${contents.join('\n')}</ul></nav>
${articles.map(articleOf).join('\n')}
${noticeOf(knowledge)}`,
    `<p><a href="/learn">All lessons</a></p>
${film ? filmOf(topic) : `<img class="picture" src="/learn/${topic}.svg" alt="" width="320" height="180">`}
`,
  );
}

/** Returns the page with the help lines of all crises. */
export const helpPage = ({ help }: Knowledge): string => page(HELP_TITLE, help.map(articleOf).join('\n'));

function articleOf({ id, title, paragraphs, sources }: Article): string {
  const more = `<p class="muted">More on this: ${sources.map(escapeHtml).join('; ')}.</p>\n`;
  return `<article class="card" id="${id}">
<h2>${escapeHtml(title)}</h2>
${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')}
${sources.length > 0 ? more : ''}</article>`;
}

const noticeOf = (knowledge: Knowledge) =>
  `<p class="muted">${escapeHtml(fixedAnswer(knowledge, 'notice'))}</p>`;

function filmOf(topic: Topic): string {
  return `<video class="picture" controls preload="none" width="640" height="360" src="/learn/${topic}.webm" poster="/learn/${topic}.png">
<track kind="captions" srclang="en" label="English" src="/learn/${topic}.vtt" default>
</video>`;
}

function page(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/page/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/page/colours.css">
<link rel="stylesheet" href="/page/page.css">
<link rel="stylesheet" href="/page/controls.css">
<link rel="stylesheet" href="/learn/learn.css">
</head>
<body>
<main>
${head}<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
}
