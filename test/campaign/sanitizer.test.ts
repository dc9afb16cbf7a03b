/** Reports in the formats of the sanitizers: the same fault must always give the same result. */
import { describe, expect, it } from 'vitest';
import { sanitizerReports } from '../../src/attack/campaign/sanitizer.js';

const HEAP = (pid: number, base: string): string => `some output first
=================================================================
==${pid}==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x${base}0014 at pc 0x5581 bp 0x7ffe sp 0x7ffd
READ of size 4 at 0x${base}0014 thread T0
    #0 0x7f${base} in __interceptor_memcpy ../../../../src/libsanitizer/sanitizer_common/sanitizer_common_interceptors.inc:827
    #1 0x55${base} in read_layers(std::vector<int, std::allocator<int> > const&, unsigned int) /build/src/loader.cpp:123:7
    #2 0x55${base} in ns::Loader<4>::load(char const*) const /build/src/loader.cpp:200
    #3 0x55${base} in main /build/src/main.cpp:12
    #4 0x7f${base} in __libc_start_main (/lib/x86_64-linux-gnu/libc.so.6+0x2724)  (BuildId: ab12)
    #5 0x55${base} in _start (/tmp/loader+0x1180)

0x${base}0014 is located 0 bytes to the right of 4-byte region
allocated by thread T0 here:
    #0 0x7f in malloc ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:69
    #1 0x55 in elsewhere /build/src/loader.cpp:99

SUMMARY: AddressSanitizer: heap-buffer-overflow /build/src/loader.cpp:123 in read_layers
==${pid}==ABORTING
`;

it('identifies a fault by the program’s own frames, whatever the addresses are', () => {
  const [first] = sanitizerReports(HEAP(12, 'aaaa'));
  expect(first).toEqual({
    tool: 'AddressSanitizer',
    kind: 'heap-buffer-overflow',
    access: 'READ',
    frames: ['read_layers loader.cpp:123', 'ns::Loader::load', 'main'],
    within: ['main', 'ns::Loader::load', 'read_layers'],
    isSurvivable: false,
  });
  expect(sanitizerReports(HEAP(99999, 'bbbb'))).toEqual([first]);
});

it('distinguishes two faults of one function', () => {
  const other = HEAP(12, 'aaaa').replaceAll('loader.cpp:123', 'loader.cpp:125');
  expect(sanitizerReports(other)[0]?.frames[0]).toBe('read_layers loader.cpp:125');
});

it('skips frames of the C++ library and of libprotobuf, which are compiled into the program', () => {
  const inLibrary = `==7==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000000 (pc 0x55 bp 0x7f sp 0x7f T0)
    #0 0x1 in std::__shared_ptr<Layer, (__gnu_cxx::_Lock_policy)2>::get() const /usr/include/c++/12/bits/shared_ptr_base.h:1666
    #1 0x2 in std::vector<int, std::allocator<int> >::operator[](unsigned long) /usr/include/c++/12/bits/stl_vector.h:1123
    #2 0x3 in google::protobuf::RepeatedField<double>::Get(int) const /usr/include/google/protobuf/repeated_field.h:700
    #3 0x4 in hef::Loader::context(int) /build/src/loader.cpp:70
    #4 0x5 in main /build/src/main.cpp:12
`;
  expect(sanitizerReports(inLibrary)[0]?.frames).toEqual(['hef::Loader::context loader.cpp:70', 'main']);
});

it('identifies a fault by modules and offsets if there are no symbols', () => {
  const stripped = `==7==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000000 (pc 0x55 bp 0x7f sp 0x7f T0)
==7==The signal is caused by a WRITE memory access.
==7==Hint: address points to the zero page.
    #0 0x55d0c0a0  (/opt/bin/loader+0x1234) (BuildId: 99ff)
    #1 0x55d0c0b0  (/opt/bin/loader+0x2234)
    #2 0x7f  (/lib/x86_64-linux-gnu/libc.so.6+0x999)

AddressSanitizer can not provide additional info.
SUMMARY: AddressSanitizer: SEGV (/opt/bin/loader+0x1234)
`;
  expect(sanitizerReports(stripped)).toEqual([
    {
      tool: 'AddressSanitizer',
      kind: 'SEGV',
      access: 'WRITE',
      frames: ['loader+0x1234', 'loader+0x2234'],
      within: ['loader+0x2234', 'loader+0x1234'],
      isSurvivable: false,
    },
  ]);
});

it('identifies a stack overflow by the functions that recurse, not by the function that overflows', () => {
  const overflow = (turn: number): string => {
    const frames = Array.from({ length: 60 }, (_, at) =>
      (at + turn) % 2 === 0
        ? `    #${at} 0x1 in read_edge /s/loader.c:${at === 0 ? 10 + turn : 20}`
        : `    #${at} 0x1 in read_mux /s/loader.c:30`,
    );
    return `==3==ERROR: AddressSanitizer: stack-overflow on address 0x7ffc (pc 0x1 bp 0x2 sp 0x3 T0)\n${frames.join('\n')}\n\nSUMMARY: AddressSanitizer: stack-overflow /s/loader.c:10 in read_edge\n`;
  };
  expect(sanitizerReports(overflow(0))[0]?.frames).toEqual(['read_edge (recursive)', 'read_mux (recursive)']);
  expect(sanitizerReports(overflow(1))[0]?.frames).toEqual(sanitizerReports(overflow(0))[0]?.frames);
});

describe('reports of other sanitizers', () => {
  it.each([
    [
      'undefined behaviour, with a stack',
      `/s/loader.c:50:12: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'
    #0 0x55 in area /s/loader.c:50
    #1 0x55 in main /s/loader.c:90
`,
      {
        tool: 'UndefinedBehaviorSanitizer',
        kind: 'signed integer overflow',
        frames: ['area loader.c:50', 'main'],
      },
    ],
    [
      'undefined behaviour, without one',
      "loader.c:51:3: runtime error: index 7 out of bounds for type 'int [4]'\n",
      { tool: 'UndefinedBehaviorSanitizer', kind: 'index # out of bounds', frames: ['loader.c:51'] },
    ],
    [
      'uninitialised memory',
      `==5==WARNING: MemorySanitizer: use-of-uninitialized-value
    #0 0x4a in read_name /s/l.c:7:3
    #1 0x4a in main /s/l.c:9:3

SUMMARY: MemorySanitizer: use-of-uninitialized-value /s/l.c:7:3 in read_name
`,
      { tool: 'MemorySanitizer', kind: 'use-of-uninitialized-value', frames: ['read_name l.c:7', 'main'] },
    ],
    [
      'a data race',
      `WARNING: ThreadSanitizer: data race (pid=71)
  Write of size 4 at 0x55 by thread T1:
    #0 count /s/l.c:4 (l+0x12)

  Previous write of size 4 at 0x55 by main thread:
    #0 main /s/l.c:8 (l+0x13)

SUMMARY: ThreadSanitizer: data race /s/l.c:4 in count
`,
      { tool: 'ThreadSanitizer', kind: 'data race', frames: ['count l.c:4'] },
    ],
    [
      'a leak',
      `==5==ERROR: LeakSanitizer: detected memory leaks

Direct leak of 16 byte(s) in 1 object(s) allocated from:
    #0 0x7f in malloc ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:69
    #1 0x55 in open_model /s/l.c:11

SUMMARY: AddressSanitizer: 16 byte(s) leaked in 1 allocation(s).
`,
      { tool: 'LeakSanitizer', kind: 'memory leak', frames: ['open_model l.c:11'] },
    ],
    [
      'an allocation without bounds',
      `==5==ERROR: AddressSanitizer: requested allocation size 0xffffffffffff (0x1000000001000 after adjustments) exceeds maximum supported size of 0x10000000000 (thread T0)
    #0 0x7f in operator new(unsigned long) ../../../../src/libsanitizer/asan/asan_new_delete.cpp:95
    #1 0x55 in grow /s/l.c:11

SUMMARY: AddressSanitizer: allocation-size-too-big ../../../../src/libsanitizer/asan/asan_new_delete.cpp:95 in operator new(unsigned long)
`,
      { tool: 'AddressSanitizer', kind: 'allocation-size-too-big', frames: ['grow l.c:11'] },
    ],
    [
      'a signal in a fuzzing harness',
      `==5== ERROR: libFuzzer: deadly signal
    #0 0x55 in __sanitizer_print_stack_trace (/t/f+0x1)
    #1 0x55 in fuzzer::PrintStackTrace() (/t/f+0x2)
    #2 0x55 in parse /s/p.cc:3:1
    #3 0x55 in LLVMFuzzerTestOneInput /s/p.cc:9:1

SUMMARY: libFuzzer: deadly signal
`,
      { tool: 'libFuzzer', kind: 'deadly signal', frames: ['parse p.cc:3', 'LLVMFuzzerTestOneInput'] },
    ],
    [
      'a panic of Rust',
      `thread 'main' panicked at src/read.rs:4:5:
index out of bounds: the len is 3 but the index is 99
`,
      { tool: 'Rust', kind: 'panic', frames: ['read.rs:4'] },
    ],
    [
      'a panic of Go',
      `panic: runtime error: index out of range [3] with length 2

goroutine 1 [running]:
main.readLayers(...)
\t/s/main.go:8
main.main()
\t/s/main.go:12 +0x1d
exit status 2
`,
      {
        tool: 'Go',
        kind: 'runtime error: index out of range [#] with length #',
        frames: ['main.readLayers', 'main.main'],
      },
    ],
    [
      'Valgrind',
      `==9== Invalid read of size 4
==9==    at 0x10916E: read_layers (loader.c:6)
==9==    by 0x109187: main (loader.c:12)
==9==  Address 0x4a4a050 is 0 bytes after a block of size 16 alloc'd
`,
      {
        tool: 'Valgrind',
        kind: 'Invalid read of size #',
        access: 'READ',
        frames: ['read_layers loader.c:6', 'main'],
      },
    ],
  ])('%s', (_, text, expected) => {
    const reports = sanitizerReports(text);
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatchObject(expected);
  });
});

it('lists the report that ended a run before the reports that the run survived', () => {
  const first = "l.c:1:1: runtime error: index 7 out of bounds for type 'int [4]'\n";
  const reports = sanitizerReports(first + HEAP(1, 'cccc'));
  expect(reports.map(({ tool }) => tool)).toEqual(['AddressSanitizer', 'UndefinedBehaviorSanitizer']);
});

it('ignores other texts, and reads endless texts quickly', () => {
  for (const text of [
    '',
    'loader: error: a length is past the end\n',
    'ERROR: no such file',
    'panic: at the disco\n',
  ]) {
    expect(sanitizerReports(text)).toEqual([]);
  }
  // With a parser that backtracks, the following texts would take hours.
  sanitizerReports(`${'==1==ERROR: AddressSanitizer: x on address \n'.repeat(40_000)}goroutine 1 [`);
  sanitizerReports('#0 0x1 in '.repeat(100_000));
  sanitizerReports(`x: runtime error: ${'('.repeat(500_000)}`);
});

it('reports the same fault for the same line, whichever sanitizer finds it', () => {
  const at = (headline: string): string =>
    `${headline}\n    #0 0x4 in load /build/src/loader.cpp:70\n    #1 0x5 in main /build/src/main.cpp:12\n`;
  const keys = [
    at('==7==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000000'),
    at('==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x000000000014'),
    '/build/src/loader.cpp:70:3: runtime error: load of null pointer of type int\n',
  ].map((stderr) => sanitizerReports(stderr)[0]?.frames[0]?.split(' ').at(-1));
  expect(new Set(keys)).toEqual(new Set(['loader.cpp:70']));
});
