export interface Article {
  id: string;
  topic: string;
  title: string;
  /** Everyday words that people use for the topic. */
  words: string[];
  /** Publications on the topic, by name only. */
  sources: string[];
  /** Questions to suggest next; other articles answer them. */
  next: string[];
  /** The paragraphs: a summary first, then the details. */
  paragraphs: string[];
}

/** A file of the knowledge base: front matter, followed by one section per article. */
export interface ArticleFile {
  topic: string;
  title: string;
  words: string[];
  articles: Article[];
}

export class KnowledgeError extends Error {
  override name = 'KnowledgeError';
}

const FILE = /^---\n(?<front>[\s\S]*?)\n---\n(?<body>[\s\S]*)$/;
const HEADING = /^(?<id>[a-z0-9-]+)(?: \| (?<title>.+))?$/;

/**
 * Reads a file of the knowledge base. `## id | Title` opens an article, lines `key: value` follow it, and the first
 * empty line ends them.
 *
 * @throws {KnowledgeError} with the file's name and the position
 */
export function parseArticles(text: string, name: string): ArticleFile {
  const parts = FILE.exec(text)?.groups;
  if (!parts) throw new KnowledgeError(`${name} does not begin with front matter between lines of ---.`);
  const front = readFields(parts.front!.split('\n'), name, ['topic', 'title', 'words']);
  const topic = front.get('topic');
  if (topic === undefined) throw new KnowledgeError(`${name} names no topic in its front matter.`);
  const sections = parts.body!.split(/^## /m).slice(1);
  return {
    topic,
    title: front.get('title') ?? topic,
    words: list(front.get('words'), ','),
    articles: sections.map((section) => parseSection(section, topic, name)),
  };
}

function parseSection(section: string, topic: string, name: string): Article {
  const [heading = '', ...lines] = section.split('\n');
  const parts = HEADING.exec(heading.trim())?.groups;
  if (!parts) throw new KnowledgeError(`${name}: "## ${heading}" is not of the form "## id | Title".`);
  const end = lines.findIndex((line) => line.trim() === '');
  const fields = readFields(lines.slice(0, Math.max(end, 0)), `${name}, ${parts.id}`, [
    'words',
    'sources',
    'next',
  ]);
  const paragraphs = lines
    .slice(Math.max(end, 0))
    .join('\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
  if (paragraphs.length === 0) throw new KnowledgeError(`${name}: ${parts.id} has no text.`);
  return {
    id: parts.id!,
    topic,
    title: parts.title ?? '',
    words: list(fields.get('words'), ','),
    sources: list(fields.get('sources'), ';'),
    next: list(fields.get('next'), ';'),
    paragraphs,
  };
}

function readFields(lines: string[], place: string, known: string[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const key = line.slice(0, colon);
    if (colon < 0 || !known.includes(key)) {
      throw new KnowledgeError(
        `${place}: "${line}" is none of ${known.map((word) => `"${word}: …"`).join(', ')}.`,
      );
    }
    fields.set(key, line.slice(colon + 1).trim());
  }
  return fields;
}

function list(value: string | undefined, separator: string): string[] {
  return (value ?? '')
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
