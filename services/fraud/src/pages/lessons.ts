import { escapeHtml } from '@services/kit/openapi';
import { fixedAnswer, type Knowledge } from '../advice/knowledge.js';
import { TOPICS, type Topic } from '../advice/topics.js';
import { HELP_TITLE } from '../advice/videos.js';

/** Returns the page that lists the service's own lessons. Each topic has a page of its own with its articles. */
export function lessonIndex(knowledge: Knowledge): string {
  const items = TOPICS.map((topic) => {
    const { title } = knowledge.topics.get(topic)!;
    return `<li><a href="/learn/${topic}"><img src="/learn/${topic}.svg" alt="" width="320" height="180"><span>${escapeHtml(title)}</span></a></li>`;
  });
  return page(
    'Money lessons',
    `<h1>Money lessons</h1>
<p>Short articles on eight subjects, the same that the advice of this service draws on.</p>
<ul class="topics">${items.join('\n')}</ul>
<p class="muted">${escapeHtml(fixedAnswer(knowledge, 'notice'))}</p>`,
  );
}

/** @param film true if the lesson has a film */
export function lessonPage(knowledge: Knowledge, topic: Topic, film = false): string {
  const { title } = knowledge.topics.get(topic)!;
  const articles = knowledge.articles.filter((article) => article.topic === topic);
  const contents = articles.map(({ id, title: name }) => `<li><a href="#${id}">${escapeHtml(name)}</a></li>`);
  const bodies = articles.map(
    ({ id, title: name, paragraphs, sources }) => `<article id="${id}">
<h2>${escapeHtml(name)}</h2>
${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')}
<p class="muted">More on this: ${sources.map(escapeHtml).join('; ')}.</p>
</article>`,
  );
  return page(
    title,
    `<p><a href="/learn">All lessons</a></p>
${film ? filmOf(topic) : `<img class="picture" src="/learn/${topic}.svg" alt="" width="320" height="180">`}
<h1>${escapeHtml(title)}</h1>
<nav aria-label="Contents"><ul>${contents.join('\n')}</ul></nav>
${bodies.join('\n')}
<p class="muted">${escapeHtml(fixedAnswer(knowledge, 'notice'))}</p>`,
  );
}

/** Returns the page with the help lines of all crises. */
export function helpPage({ help }: Knowledge): string {
  const parts = help.map(
    ({ id, title, paragraphs }) => `<article id="${id}">
<h2>${escapeHtml(title)}</h2>
${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')}
</article>`,
  );
  return page(HELP_TITLE, `<h1>${HELP_TITLE}</h1>\n${parts.join('\n')}`);
}

function filmOf(topic: Topic): string {
  return `<video class="picture" controls preload="none" width="640" height="360" src="/learn/${topic}.webm" poster="/learn/${topic}.png">
<track kind="captions" srclang="en" label="English" src="/learn/${topic}.vtt" default>
</video>`;
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/page/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/page/colours.css">
<link rel="stylesheet" href="/learn/learn.css">
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}
