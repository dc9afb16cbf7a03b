import { readFile } from 'node:fs/promises';
import { type Article, KnowledgeError, parseArticles } from './articles.js';
import { type Language, readLanguages } from './languages.js';
import { KNOWLEDGE_FOLDER } from './sections.js';
import { words } from './stems.js';
import { TOPICS, type Topic } from './topics.js';

/** All data of the advice, read once when the service starts. */
export interface Knowledge {
  topics: Map<Topic, { title: string; words: string[] }>;
  articles: Article[];
  /** Fixed answers by id: the notice, refusals, help lines. */
  answers: Map<string, string>;
  /** The fixed answers that contain help lines. */
  help: Article[];
  synonyms: string[][];
  languages: Language[];
  /** Words of the English articles: they are no evidence of another language. */
  english: ReadonlySet<string>;
  /** Articles and fixed answers in other languages, by language and id. */
  translations: Map<string, Map<string, Article>>;
}

/** Languages other than English that have articles. */
const TRANSLATED = ['de', 'fr', 'es'];

/** @throws {KnowledgeError} if a file is missing or malformed */
export async function loadKnowledge(folder: URL = KNOWLEDGE_FOLDER): Promise<Knowledge> {
  const read = async (name: string) => {
    try {
      return await readFile(new URL(name, folder), 'utf8');
    } catch (error) {
      throw new KnowledgeError(`The knowledge base has no ${name}.`, { cause: error });
    }
  };
  const english = new Set<string>();
  const readEnglish = async (name: string) => {
    const text = await read(name);
    for (const word of words(text)) english.add(word);
    return text;
  };
  const topics: Knowledge['topics'] = new Map();
  const articles: Article[] = [];
  for (const topic of TOPICS) {
    const file = parseArticles(await readEnglish(`${topic}.md`), `${topic}.md`);
    topics.set(topic, { title: file.title, words: file.words });
    articles.push(...file.articles);
  }
  const translations: Knowledge['translations'] = new Map();
  for (const code of TRANSLATED) {
    const file = parseArticles(await read(`${code}.md`), `${code}.md`);
    translations.set(code, new Map(file.articles.map((article) => [article.id, article])));
  }
  const fixed = parseArticles(await readEnglish('answers.md'), 'answers.md').articles;
  const synonyms = (await readEnglish('synonyms.txt'))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' '));
  return {
    topics,
    articles,
    answers: new Map(fixed.map((answer) => [answer.id, answer.paragraphs.join('\n\n')])),
    help: fixed.filter(({ id }) => id.startsWith('crisis-')),
    synonyms,
    languages: readLanguages(await read('languages.txt'), english),
    english,
    translations,
  };
}

/** Returns a fixed answer. An unknown id is a bug. */
export function fixedAnswer(knowledge: Knowledge, id: string): string {
  const answer = knowledge.answers.get(id);
  if (answer === undefined) throw new KnowledgeError(`The knowledge base has no answer "${id}".`);
  return answer;
}
