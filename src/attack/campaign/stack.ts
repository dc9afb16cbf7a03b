/** One line of a stack, without parts that differ between two runs of one program. */
export interface StackFrame {
  /** Name without arguments, template parameters or clone suffixes; `""` if the program has no symbols. */
  readonly function: string;
  /** `loader.c:123`, or `loader+0x1234` without line numbers; `""` if both are unknown. */
  readonly place: string;
}

/**
 * Functions that detect a fault or start the program, but do not cause the fault: functions of sanitizers,
 * functions that end a process, and functions that call `main`.
 */
const FOREIGN_FUNCTION =
  /^(?:_?_?(?:asan|msan|tsan|lsan|ubsan|hwasan|sanitizer|interceptor)_|__interceptor|__GI_|(?:__)?(?:abort|raise|gsignal|pthread_kill|libc_start_main|libc_start_call_main|libc_start_main_impl)$|__pthread_kill|__assert|_start$|std::terminate|std::__throw|__cxxabiv1::|__cxa_|__gnu_cxx::__verbose_terminate|fuzzer::|operator (?:new|delete)|core::panicking|std::panicking|rust_begin_unwind|std::sys)/;

/** Code outside of the program: C and C++ libraries, and the sanitizers' sources. */
const FOREIGN_PLACE =
  /(?:^|\/)(?:libsanitizer|compiler-rt|sanitizer_common|sysdeps|glibc)\/|(?:^|\/)lib(?:c|m|asan|ubsan|tsan|msan|lsan|hwasan|stdc\+\+|c\+\+|gcc_s|pthread|clang_rt[^/]*)[.-][^/]*\.?so|(?:^|\/)ld-linux|linux-vdso/;

/**
 * Namespaces of the C++ library and of libprotobuf. Their code can be compiled into the program, so the
 * module does not reveal it; a fault inside is usually caused by the caller.
 */
const LIBRARY_NAMESPACE =
  /^(?:(?:non-virtual|virtual) thunk to )?(?:(?:[\w:]+[ *&]+)?(?:std|__gnu_cxx|google::protobuf|proto2|absl|boost|fmt|spdlog)::|_ZN?K?St|_ZN?K?6google8protobuf)/;

/** Headers of the C++ library and of libprotobuf, in frames with a source file. */
const LIBRARY_HEADER = /(?:^|\/)(?:include\/c\+\+|c\+\+\/v1|google\/protobuf|absl)\//;

/** Library functions that sanitizers replace. Frames of replaced functions may lack the source. */
const LIBRARY_FUNCTION =
  /^(?:mem(?:cpy|move|set|cmp|chr)|str(?:n?cpy|n?cat|n?len|n?cmp|chr|rchr|str|dup|tol|toul)|(?:m|c|re)alloc|free|v?s?n?printf|f?read|f?write)$/;

const FRAME = /^\s*#(\d+)\s+(?:0x[0-9a-f]+\s+)?(?:in\s+)?(.*)$/i;

/**
 * Reads the frames of one stack: the numbered lines from `from` on.
 * @param most limit for the frames; a stack overflow prints hundreds
 */
export function readStack(lines: readonly string[], from: number, most = 64): StackFrame[] {
  const frames: StackFrame[] = [];
  for (let at = from; at < lines.length && frames.length < most; at++) {
    const match = FRAME.exec(lines[at] as string);
    if (match === null) break;
    // A frame number 0 begins the next stack.
    if (match[1] === '0' && frames.length > 0) break;
    const text = (match[2] as string).replace(/\s+\(BuildId: [0-9a-f]+\)$/i, '');
    const frame = readFrame(text);
    if (frame !== undefined) frames.push(frame);
  }
  return frames;
}

/** Returns the index of the first line at which a stack begins, from `from` on; -1 without a stack. */
export function findStack(lines: readonly string[], from: number, within = 12): number {
  const at = lines.slice(from, from + within).findIndex((line) => /^\s*#0\s/.test(line));
  return at < 0 ? -1 : from + at;
}

/** Parses a frame. Returns undefined for a frame outside of the program's own code. */
function readFrame(text: string): StackFrame | undefined {
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

/** Shortens `ns::Type<int>::read(char const*) const [clone .part.0]` to `ns::Type::read`. */
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

/** Number of frames that identify a fault: with more frames, one fault with two callers would count twice. */
const TELLING_FRAMES = 3;

/**
 * Describes a fault by its stack as stable text: the position of the innermost frame, to distinguish two
 * faults in one function, and the functions around it. Recursion is described by the set of its functions,
 * because its depth and the function in which memory ran out vary between runs.
 */
export function stackKey(frames: readonly StackFrame[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const frame of frames) counts.set(nameOf(frame), (counts.get(nameOf(frame)) ?? 0) + 1);
  const recursive = [...counts].filter(([, count]) => count >= DEEP).map(([name]) => name);
  if (recursive.length > 0) return recursive.sort().map((name) => `${name} (recursive)`);
  return frames.slice(0, TELLING_FRAMES).map((frame, index) => {
    if (index > 0 || frame.place === '') return nameOf(frame);
    return frame.function === '' ? frame.place : `${frame.function} ${frame.place}`;
  });
}

/** A function that occurs this often in the frames means runaway recursion. */
const DEEP = 12;

function nameOf(frame: StackFrame): string {
  return frame.function === '' ? frame.place : frame.function;
}
