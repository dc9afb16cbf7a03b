export interface Results {
  readonly machine: string;
  readonly minutes: number;
  readonly parts: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

const BEGIN = '<!-- figures: npm -C services/fleet run bench -->';
const END = '<!-- /figures -->';

/** Number of models for the estimate of a fleet that is too large to measure. */
const MANY = 100_000_000;

const DAY = 86_400;

const number = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });
const whole = (value: number) => new Intl.NumberFormat('en-US').format(Math.round(value));
const figure = (value: number) => number.format(value);
const percent = (ratio: number) => `${ratio >= 1 ? '+' : ''}${((ratio - 1) * 100).toFixed(0)} %`;

/** @throws Error for a README without the marks of the figures */
export function withFigures(readme: string, text: string): string {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`the README lacks ${BEGIN} … ${END}`);
  return `${readme.slice(0, begin + BEGIN.length)}\n${text}${readme.slice(end)}`;
}

function overhead(name: string, part: Readonly<Record<string, number>>): string[] {
  return ['1', '2'].map((threads) => {
    const of = (key: string) => part[`${key}${threads}`] as number;
    const each = (seconds: number) => figure((seconds / part.files!) * 1_000);
    return (
      `| ${name}: ${whole(part.files!)} of ${figure(part.kb!)} KB on disk, ${threads} thread${threads === '1' ? '' : 's'} | ` +
      `${figure(part.files! / of('fleet'))} a second, \`protomdl validate\` ${figure(part.files! / of('alone'))}: ` +
      `${percent(of('time'))} time, ${percent(of('steadyTime'))} without the start of both; of the processors ` +
      `${each(of('fleetCpu'))} ms a file in the worker, ${each(of('aloneCpu'))} alone: ${percent(of('cpu'))}, ` +
      `${percent(of('steadyCpu'))} without the start; ${each(of('databaseCpu'))} ms more in the database |`
    );
  });
}

/** Returns the table and the estimate, for the parts that were measured. */
export function figuresText({ machine, minutes, parts }: Results): string {
  const { small, models, jobs, processes, turns, million } = parts;
  const rows: string[] = [];
  if (small !== undefined) rows.push(...overhead('files of the corpus', small));
  if (models !== undefined) rows.push(...overhead('models', models));
  const first = small ?? models;
  if (first !== undefined) {
    const start = (key: string) =>
      `${figure(first[`${key}1`]!)} s, ${figure(first[`${key}Cpu1`]!)} of a processor`;
    rows.push(
      `| start and end of a worker that finds nothing to do | ${start('fleetStart')}; ` +
        `\`protomdl validate\` of one small file ${start('aloneStart')} |`,
    );
  }
  if (million !== undefined) {
    const count = whole(million.count!);
    const each = (seconds: number) => figure((seconds / million.count!) * 1_000);
    rows.push(
      `| keys listed and queued, of ${count} | ${whole(million.keysPerSecond!)} a second, ${whole(million.scanMb!)} MB |`,
      `| a run of ${count} objects from memory, listing and 2 threads | ${whole(million.seconds!)} s; ` +
        `${whole(million.perSecond!)} a second, ${whole(million.workMb!)} MB; of the processors ${each(million.workCpu!)} ms ` +
        `an object in the worker, ${each(million.databaseCpu!)} in the database |`,
      `| the database after it | ${whole((million.wholeMb! / million.count!) * 1e6)} MB a million: results ` +
        `${whole(million.resultBytes!)} bytes each, objects ${whole(million.objectBytes!)} |`,
      `| \`status\` of it | ${figure(million.statusSeconds!)} s |`,
    );
  }
  if (jobs !== undefined) {
    rows.push(
      `| jobs of one object of no bytes, 1 thread | ${whole(jobs.fleet!)} a second; jobs of graphile-worker alone that do ` +
        `nothing ${whole(jobs.alone!)} |`,
    );
  }
  if (processes !== undefined) {
    rows.push(
      `| ${whole(processes.count!)} objects by 1 process of 1 thread, by 2 | ${whole(processes.one!)} and ` +
        `${whole(processes.two!)} a second: ${processes.ratio!.toFixed(2)} times |`,
      `| \`report\` of them; the same scanned again, results taken over | ${whole(processes.reportPerSecond!)} and ` +
        `${whole(processes.takenOverPerSecond!)} a second |`,
    );
  }
  if (turns !== undefined) {
    rows.push(
      `| a run of ${whole(turns.short!)} objects behind one of ${whole(turns.count!)}, 2 threads | first result ` +
        `${figure(turns.first!)} s after its listing, last ${figure(turns.last!)} s, with ${whole(turns.left!)} objects of ` +
        'the other open |',
    );
  }
  const table = ['| | |', '|---|---|', ...rows].join('\n');
  const where = 'the database is on the same machine, takes part of the cores, and has `fsync` off';
  return `\n${machine}; ${where}. One run of ${figure(minutes)} min.\n\n${table}\n\n${estimate(parts)}\n`;
}

function estimate({ million, models }: Results['parts']): string {
  if (million === undefined || models === undefined) return '';
  const gigabytes = ((million.resultBytes! + million.objectBytes!) * MANY) / 1e9;
  const listing = MANY / million.keysPerSecond!;
  const core = models.files! / models.fleet1!;
  const cores = MANY / core / DAY;
  // Storing a result costs time that a core cannot use for validating.
  return (
    `On paper, ${whole(MANY)} objects: the listing takes ${(listing / 3_600).toFixed(1)} h in one process. At ` +
    `${figure(core)} models of ${figure(models.kb! / 1_000)} MB a second and core, one day of validating needs ` +
    `${whole(cores)} cores; that is ${whole(MANY / DAY)} results a second, and this one database took ` +
    `${whole(million.perSecond!)} a second while it shared two cores with the workers. A run is ${whole(gigabytes)} GB. So ` +
    'the disk of the database gives way first, with the second or third run that is kept; ' +
    'then the listing, which is one process for each source: a prefix each makes several. The queue does not: a job holds ' +
    `up to 500 objects, so it has ${whole(MANY / 500)} rows.`
  );
}
