import { ProtomdlError } from '../../base/diagnostics/error.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { joinPath } from '../../base/schema/path.js';
import type { Source } from '../../base/source/source.js';
import { CUT } from '../../base/wire/problem.js';
import { layoutOf } from '../../read/model/layout.js';
import { malformed } from '../../read/model/malformed.js';
import type { MessageView } from '../../read/model/message-view.js';
import { messageViewOf } from '../../read/model/typed-view.js';
import { includesElement } from '../../read/select/selector.js';
import { Tape } from '../../read/tape/reader.js';
import { END, ENTER, LEAVE, MORE, PROBLEM } from '../../read/tape/step.js';
import { Place } from './place.js';
import type { Question } from './question.js';
import type { Current } from './row.js';
import { rowsBelow } from './rows.js';

/** Limit for the bytes of one element that are held: the same as for a streamed model. */
const MAX_ELEMENT = 256 * 1024 * 1024;

/**
 * Returns the level of the innermost list on the path, if its elements can be processed one by one as they
 * arrive: no expression reads the messages around them, and nothing later can replace them. Undefined if
 * there is no such level.
 */
export function streamableLevel({ scope, selector }: Question): number | undefined {
  const { levels, reads } = scope;
  let level = levels.length - 1;
  while (level > 0 && levels[level]?.repeated !== true) level--;
  if (level === 0 || [...reads].some((read) => read < level)) return undefined;
  // A different member of a oneof replaces the one before, with its lists.
  return selector.steps.slice(0, level).some(({ field }) => (field?.oneof ?? -1) >= 0) ? undefined : level;
}

/**
 * Yields the rows of `rowsOf` for a message that arrives in pieces: one element of the innermost list is held
 * at a time, and its rows form a batch, to be consumed before the next one is requested.
 * @param level result of `streamableLevel`
 * @throws ProtomdlError with the code of the wire-level finding if bytes on the path are malformed;
 * `model-too-large` for an element of more than 256 MiB; the codes of the source
 */
export async function* streamedRows(
  source: Source,
  from: number,
  end: number,
  question: Question,
  level: number,
  file: string,
): AsyncGenerator<Iterable<Current>> {
  const { steps } = question.selector;
  const tape = new Tape(source, from, end, { wants: () => false });
  const root = messageViewOf(layoutOf(MDL, 0), []);
  const current: Current = { file, views: [root], value: undefined, index: -1, paths: [] };
  const { views } = current;
  const places: Place[] = [new Place(undefined, '', -1)];
  for (let step = tape.next(); step !== END; step = tape.next()) {
    if (step === MORE) {
      await tape.fill();
    } else if (step === PROBLEM) {
      throw malformed(tape.problem, tape.problemOffset, places[tape.depth]?.path ?? '');
    } else if (step === LEAVE) {
      views.length = Math.min(views.length, tape.depth + 1);
    } else if (step === ENTER && tape.entry !== undefined) {
      const { depth, entry } = tape;
      const wanted = steps[depth - 1];
      // An unknown group on the path has no entries.
      const isOnTheWay = views.length === depth && entry.field === wanted?.field;
      const place = isOnTheWay ? (places[depth - 1] as Place).enter(entry) : undefined;
      const isIncluded =
        place !== undefined && includesElement(wanted?.elements ?? 'all', Math.max(0, place.index));
      if (place === undefined || !isIncluded) {
        tape.skip();
        continue;
      }
      places[depth] = place;
      if (depth < level) {
        views.push(viewAt(place, depth, entry.field.message, NO_RECORDS));
        continue;
      }
      if (tape.length > MAX_ELEMENT) {
        const text = `${place.path} has ${tape.length} bytes; up to ${MAX_ELEMENT} of one element are held`;
        throw new ProtomdlError('model-too-large', text, tape.offset, place.path);
      }
      // Read these before the window moves, because the record's tag may leave the window.
      const { offset, valueOffset, length } = tape;
      await tape.bring();
      if (!tape.hasPayload) throw malformed(CUT, source.size ?? tape.position, place.path);
      const start = tape.payloadStart;
      const record = {
        bytes: tape.window,
        start,
        end: start + length,
        base: valueOffset - start,
        head: valueOffset - offset,
      };
      views.push(viewAt(place, depth, entry.field.message, [record]));
      yield rowsBelow(current, question);
      views.length = depth;
      tape.skip();
    }
  }
}

const NO_RECORDS: Parameters<typeof messageViewOf>[1] = [];

/** Makes a view of a message whose path and index are known, without the enclosing messages. */
function viewAt(place: Place, depth: number, message: number, records: typeof NO_RECORDS): MessageView {
  const path = joinPath(place.parent?.path ?? '', place.name);
  const view = messageViewOf(layoutOf(MDL, message), records, path, depth);
  view.position = place.index;
  return view;
}
