/** One line of a stack, without anything that differs between two runs of one program. */
export interface Frame {
  /** Without arguments, template parameters or clone suffixes; `""` where the program has no symbols. */
  readonly function: string;
  /** `loader.c:123`, or `loader+0x1234` where there are no lines; `""` where neither is known. */
  readonly place: string;
}

/**
 * Frames that say how a fault was noticed or how a program starts, not where it is at fault: the sanitizers'
 * own, those that end a process, and what comes before `main`.
 */
const FOREIGN_FUNCTION =
  /^(?:_?_?(?:asan|msan|tsan|lsan|ubsan|hwasan|sanitizer|interceptor)_|__interceptor|__GI_|(?:__)?(?:abort|raise|gsignal|pthread_kill|libc_start_main|libc_start_call_main|libc_start_main_impl)$|__pthread_kill|__assert|_start$|std::terminate|std::__throw|__cxxabiv1::|__cxa_|__gnu_cxx::__verbose_terminate|fuzzer::|operator (?:new|delete)|core::panicking|std::panicking|rust_begin_unwind|std::sys)/;

/** Code that is not the program's: C and C++ libraries, and the sanitizers' sources. */
const FOREIGN_PLACE =
  /(?:^|\/)(?:libsanitizer|compiler-rt|sanitizer_common|sysdeps|glibc)\/|(?:^|\/)lib(?:c|m|asan|ubsan|tsan|msan|lsan|hwasan|stdc\+\+|c\+\+|gcc_s|pthread|clang_rt[^/]*)[.-][^/]*\.?so|(?:^|\/)ld-linux|linux-vdso/;

/**
 * Code of the C++ library and of libprotobuf, which is compiled into the program and so lies in its module: what was
 * called is theirs, who called it with what is the program's.
 */
const LIBRARY_NAMESPACE =
  /^(?:(?:non-virtual|virtual) thunk to )?(?:(?:[\w:]+[ *&]+)?(?:std|__gnu_cxx|google::protobuf|proto2|absl|boost|fmt|spdlog)::|_ZN?K?St|_ZN?K?6google8protobuf)/;

/** Headers of the C++ library and of libprotobuf, where a frame has a source. */
const LIBRARY_HEADER = /(?:^|\/)(?:include\/c\+\+|c\+\+\/v1|google\/protobuf|absl)\//;

/** Functions of libraries that sanitizers replace, with the replacement's source in the frame or not. */
const LIBRARY_FUNCTION =
  /^(?:mem(?:cpy|move|set|cmp|chr)|str(?:n?cpy|n?cat|n?len|n?cmp|chr|rchr|str|dup|tol|toul)|(?:m|c|re)alloc|free|v?s?n?printf|f?read|f?write)$/;

const FRAME = /^\s*#(\d+)\s+(?:0x[0-9a-f]+\s+)?(?:in\s+)?(.*)$/i;

/**
 * The frames of one stack: the lines from `from` on that are numbered, up to the first that is not.
 * @param most frames to read; a stack overflow prints hundreds
 */
export function readStack(lines: readonly string[], from: number, most = 64): Frame[] {
  const frames: Frame[] = [];
  for (let at = from; at < lines.length && frames.length < most; at++) {
    const match = FRAME.exec(lines[at] as string);
    if (match === null) break;
    // A second stack begins at 0 again.
    if (match[1] === '0' && frames.length > 0) break;
    const text = (match[2] as string).replace(/\s+\(BuildId: [0-9a-f]+\)$/i, '');
    const frame = readFrame(text);
    if (frame !== undefined) frames.push(frame);
  }
  return frames;
}

/** The line where the first stack at or after `from` begins, or -1. */
export function findStack(lines: readonly string[], from: number, within = 12): number {
  for (let at = from; at < lines.length && at < from + within; at++) {
    if (/^\s*#0\s/.test(lines[at] as string)) return at;
  }
  return -1;
}

/** Undefined for a frame that is not the program's own. */
function readFrame(text: string): Frame | undefined {
  let rest = text;
  let place = '';
  const inModule = /\s*\(([^()]*)\+(0x[0-9a-f]+)\)$/i.exec(rest);
  if (inModule !== null) {
    rest = rest.slice(0, inModule.index);
    place = `${baseName(inModule[1] as string)}+${inModule[2]}`;
    if (FOREIGN_PLACE.test(inModule[1] as string)) return undefined;
  }
  const inSource = /(?:^|\s)((?:[^\s():]|\.\.)+):(\d+)(?::\d+)?$/.exec(rest);
  if (inSource !== null) {
    if (FOREIGN_PLACE.test(inSource[1] as string) || LIBRARY_HEADER.test(inSource[1] as string))
      return undefined;
    place = `${baseName(inSource[1] as string)}:${inSource[2]}`;
    rest = rest.slice(0, inSource.index);
  } else {
    rest = rest.replace(/\s\/\S+$/, '');
  }
  const name = functionName(rest.trim());
  if (FOREIGN_FUNCTION.test(name) || LIBRARY_FUNCTION.test(name) || LIBRARY_NAMESPACE.test(name)) {
    return undefined;
  }
  if (name === '' && place === '') return undefined;
  return { function: name, place };
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** `ns::Type<int>::read(char const*) const [clone .part.0]` as `ns::Type::read`. */
function functionName(text: string): string {
  if (text.startsWith('<unknown')) return '';
  let name = text.replace(/\s*\[clone [^\]]*\]/g, '').replace(/\[abi:[^\]]*\]/g, '');
  name = name.replaceAll('(anonymous namespace)', '{anonymous}');
  name = withoutNested(withoutNested(name, '<', '>'), '(', ')');
  return name.replace(/\s+const$/, '').trim();
}

function withoutNested(text: string, open: string, close: string): string {
  // `operator<` and `operator->` are names, not brackets.
  const operator = /operator(?:<=>|<<=?|>>=?|->\*?|<=?|>=?|\(\))/.exec(text);
  if (operator !== null) {
    const end = operator.index + operator[0].length;
    return (
      withoutNested(text.slice(0, operator.index), open, close) +
      operator[0] +
      withoutNested(text.slice(end), open, close)
    );
  }
  let depth = 0;
  let kept = '';
  for (const character of text) {
    if (character === open) depth++;
    else if (character === close && depth > 0) depth--;
    else if (depth === 0) kept += character;
  }
  return kept;
}

/** How many frames tell two faults apart: more would part one fault by who asked for it. */
const TELLING_FRAMES = 3;

/**
 * What the stack says of a fault, as stable text: the place of the topmost frame (two faults of one function
 * are two), and the functions above it. Recursion is described by the functions that take part in it, as how deep
 * it was, and in which of them memory ran out, is chance.
 */
export function stackKey(frames: readonly Frame[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const frame of frames) counts.set(nameOf(frame), (counts.get(nameOf(frame)) ?? 0) + 1);
  const recursive = [...counts].filter(([, count]) => count >= DEEP).map(([name]) => name);
  if (recursive.length > 0) return recursive.sort().map((name) => `${name} (recursive)`);
  return frames.slice(0, TELLING_FRAMES).map((frame, index) => {
    if (index > 0 || frame.place === '') return nameOf(frame);
    return frame.function === '' ? frame.place : `${frame.function} ${frame.place}`;
  });
}

/** A function this often within the frames that were read is recursion that went wrong. */
const DEEP = 12;

function nameOf(frame: Frame): string {
  return frame.function === '' ? frame.place : frame.function;
}
