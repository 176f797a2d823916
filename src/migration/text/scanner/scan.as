// AssemblyScript, compiled to scan.wasm by `npm run build:scanner`. What it does and for whom: scanner.ts.

import {
  at,
  CLOSE,
  COMMA,
  LETTER_N,
  nullEnd,
  OPEN,
  plainStringEnd,
  QUOTE,
  scalarEnd,
  skipBlanks,
  valueEnd,
} from "./ends";
import { lookUp, nameAt, propertyNames, valueAt } from "./names";
import {
  ENDS,
  FIELD_NAMES,
  FIELDS_MAX,
  FIRST,
  HEAD,
  NAME_BYTES,
  NAME_KNOWN,
  NAME_NEXT,
  NAME_RANKS,
  NAME_SEEN,
  NAME_SLOT,
  NAME_SLOT_LINE,
  OUT,
  PAGE,
  PAST,
  PROPERTY_NAMES,
  ROW_BYTES,
  ROWS,
  SLOT,
  SLOTS,
  SLOTS_MAX,
  STARTS,
  USED,
} from "./places";

export { seed } from "./names";
export * from "./places";

// As `scanner.ts` names them.
const KIND_PASSED: i32 = 0;
const KIND_TEXT: i32 = 1;
const KIND_VALUE: i32 = 2;
const KIND_PROPERTIES: i32 = 3;

const REPLACED: i32 = 1;
const ODD: i32 = 2;
const OPERATION: i32 = 4;
const RANK_USER: i32 = 1;

// Where the whole of it would begin if the page here is only a part.
let origin: usize = PAGE;
let pageEnd: usize = PAGE;
let line: i32 = 0;
let slots: i32 = 0;
let standing: i32 = 0;

@inline
function placeField(index: i32, start: usize, end: usize): void {
  store<i32>(STARTS + 4 * index, start - origin);
  store<i32>(ENDS + 4 * index, end - origin);
}

@inline
function fieldEnd(known: i32, from: usize): usize {
  const kind = known & 0xff;
  if (kind == KIND_PASSED) return valueEnd(from, 0);
  const first = at(from);
  if (first == LETTER_N) return nullEnd(from);
  const index = (known >> 8) & 0xff;
  if (kind == KIND_TEXT) {
    const end = first == QUOTE ? plainStringEnd(from + 1) : 0;
    placeField(index, from + 1, end);
    return end == 0 ? 0 : end + 1;
  }
  let end: usize;
  if (kind == KIND_VALUE) end = scalarEnd(from);
  else if (kind == KIND_PROPERTIES) end = first == OPEN ? propertiesEnd(from + 1, known >> 16) : 0;
  else end = valueEnd(from, 0);
  placeField(index, from, end);
  return end;
}

@inline
function isEmptyObjectAt(from: usize): bool {
  return at(from) == OPEN && at(skipBlanks(from + 1)) == CLOSE;
}

function propertiesEnd(from: usize, rank: i32): usize {
  let place = skipBlanks(from);
  if (at(place) == CLOSE) return place + 1;
  let before = FIRST + 4 * rank;
  let joins = 0;
  const bit = 1 << rank;
  while (true) {
    const start = place;
    const name = at(place) == QUOTE ? nameAt(false, before, place) : 0;
    if (name == 0) return 0;
    const known = load<i32>(name, NAME_KNOWN);
    if ((known & ODD) != 0 || (rank == RANK_USER && (known & OPERATION) != 0)) return 0;
    if (load<i32>(name, NAME_SEEN) != line) {
      store<i32>(name, line, NAME_SEEN);
      store<i32>(name, bit, NAME_RANKS);
    } else {
      const ranks = load<i32>(name, NAME_RANKS);
      // The same object has had the name: the parser decides which one counts.
      if ((ranks & bit) != 0) return 0;
      store<i32>(name, ranks | bit, NAME_RANKS);
    }
    before = name + NAME_NEXT;
    const value = valueAt;
    const isNothing = at(value) == LETTER_N || isEmptyObjectAt(value);
    place = valueEnd(value, 0);
    if (place == 0) return 0;
    if (isNothing || (known & REPLACED) != 0) joins = 0;
    else {
      joins = addSlot(name, start, value, place, rank, joins);
      if (joins < 0) return 0;
    }
    if (at(place) != COMMA) place = skipBlanks(place);
    const code = at(place);
    if (code == CLOSE) return place + 1;
    if (code != COMMA) return 0;
    place = at(place + 1) == QUOTE ? place + 1 : skipBlanks(place + 1);
  }
}

// Whether it stands, so far; -1 when there are too many.
@inline
function addSlot(name: usize, start: usize, value: usize, end: usize, rank: i32, joins: i32): i32 {
  if (load<i32>(name, NAME_SLOT_LINE) == line) {
    const other = SLOTS + SLOT * load<i32>(name, NAME_SLOT);
    if (load<i32>(other, 16) > rank) return 0;
    store<i32>(other, 0, 16);
    standing -= 1;
  }
  if (slots == SLOTS_MAX) return -1;
  const slot = SLOTS + SLOT * slots;
  store<i32>(name, line, NAME_SLOT_LINE);
  store<i32>(name, slots, NAME_SLOT);
  store<i32>(slot, <i32>(name - PROPERTY_NAMES) / <i32>NAME_BYTES);
  store<i32>(slot, start - origin, 4);
  store<i32>(slot, value - origin, 8);
  store<i32>(slot, end - origin, 12);
  store<i32>(slot, rank, 16);
  store<i32>(slot, joins, 20);
  slots += 1;
  standing += 1;
  return 1;
}

function fieldsEnd(from: usize): usize {
  if (at(from) != OPEN) return 0;
  let place = skipBlanks(from + 1);
  let before = FIRST;
  while (true) {
    const field = at(place) == QUOTE ? nameAt(true, before, place) : 0;
    if (field == 0) return 0;
    const known = load<i32>(field, NAME_KNOWN);
    if ((known & 0xff00) != 0 && load<i32>(field, NAME_SEEN) == line) return 0;
    store<i32>(field, line, NAME_SEEN);
    before = field + NAME_NEXT;
    place = fieldEnd(known, valueAt);
    if (place == 0) return 0;
    if (at(place) != COMMA) place = skipBlanks(place);
    const code = at(place);
    if (code == CLOSE) return place + 1;
    if (code != COMMA) return 0;
    place = at(place + 1) == QUOTE ? place + 1 : skipBlanks(place + 1);
  }
}

// What stands at the beginning of the page is a name between its quotes. Answers its number; -1 when there are too many.
export function learn(isField: bool, length: i32, known: i32): i32 {
  const name = lookUp(isField, PAGE + 1, PAGE + 1 + length);
  if (name == 0) return -1;
  store<i32>(name, load<i32>(name, NAME_KNOWN) | known, NAME_KNOWN);
  tell();
  return <i32>(name - (isField ? FIELD_NAMES : PROPERTY_NAMES)) / <i32>NAME_BYTES;
}

// So many bytes of a page have been put in their place, from this one on.
export function turnTo(from: i32, length: i32): void {
  origin = PAGE - from;
  pageEnd = PAGE + length;
  memory.fill(pageEnd, 0, PAST);
}

// Where the line that begins here ends: at its newline, or the end of the page. -1 when it is not plain.
export function scan(start: i32): i32 {
  line += 1;
  slots = 0;
  standing = 0;
  memory.fill(STARTS, 0xff, 4 * FIELDS_MAX);
  const behind = fieldsEnd(origin + start);
  tell();
  if (behind == 0) return -1;
  const end = skipBlanks(behind);
  return end == pageEnd || at(end) == 10 ? <i32>(end - origin) : -1;
}

@inline
function tell(): void {
  store<i32>(HEAD, line);
  store<i32>(HEAD, slots, 4);
  store<i32>(HEAD, standing, 8);
  store<i32>(HEAD, propertyNames, 12);
}

// The slots that stand, as a part of a row. Answers its length; -1 when a value does not fit its column.
export function writeRow(): i32 {
  let out = OUT;
  const last = SLOTS + SLOT * slots;
  for (let slot = SLOTS; slot < last; slot += SLOT) {
    if (load<i32>(slot, 16) == 0) continue;
    const row: usize = ROWS + ROW_BYTES * load<i32>(slot);
    const value: usize = origin + load<i32>(slot, 8);
    if (at(load<u32>(row, 20) + at(value)) == 0) return -1;
    const prefix = load<i32>(row, 16);
    if (prefix == 0) continue;
    store<u8>(USED + load<i32>(row, 24), 1);
    v128.store(out, v128.load(row));
    out += prefix;
    const bytes: usize = origin + load<i32>(slot, 12) - value;
    // What is written beyond is written over, or belongs to nobody.
    for (let done: usize = 0; done < bytes; done += 16) v128.store(out + done, v128.load(value + done));
    out += bytes;
  }
  return <i32>(out - OUT);
}
