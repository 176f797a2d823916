// AssemblyScript, compiled to scan.wasm by `npm run build:scanner`. What it does and for whom: scanner.ts.
//
// Everything has its place in memory for good, so that views of it last. Zeros follow the page: whatever looks past its end
// finds a control character, which is no part of anything.

const MIB: usize = 1024 * 1024;

export const PAGE_MAX: i32 = 1024 * 1024;
const PAST: usize = 64;
export const FIELDS_MAX: i32 = 64;
export const SLOTS_MAX: i32 = 512;
const SLOT: usize = 24;
const FIELD_NAMES_MAX: i32 = 5_000;
export const PROPERTY_NAMES_MAX: i32 = 20_000;
const NAME_BYTES_MAX: usize = 255;
export const NAME_BYTES: usize = 32;
const FIELD_PLACES: usize = 16 * 1024;
const PROPERTY_PLACES: usize = 64 * 1024;
export const ROW_BYTES: i32 = 32;
export const ROW_PREFIX_MAX: i32 = 16;
export const FIRSTS_MAX: i32 = 16;
export const COLUMNS_MAX: i32 = 4 * 1024;

// Of the line that was scanned last: its number, slots, those of them that stand. Then all names of properties.
export const HEAD: usize = 1024;
// What came first last time: in a line, then in an object of each rank.
const FIRST: usize = HEAD + 64;
export const STARTS: usize = 2048;
export const ENDS: usize = STARTS + 4 * FIELDS_MAX;
// Each: number of the name, where the name begins, where the value begins and ends, rank (0: it gave way), whether it joins.
export const SLOTS: usize = ENDS + 4 * FIELDS_MAX;
export const FIRSTS: usize = SLOTS + SLOT * SLOTS_MAX;
export const USED: usize = FIRSTS + 256 * FIRSTS_MAX;
// By number of the name: prefix, its length, the table of first bytes, the number of the column.
export const ROWS: usize = USED + COLUMNS_MAX;
const FIELD_HASHES: usize = ROWS + ROW_BYTES * PROPERTY_NAMES_MAX;
const PROPERTY_HASHES: usize = FIELD_HASHES + 4 * FIELD_PLACES;
// Each: where its text stands and how long that is, what is known of it, what came after it last time, the line it was
// seen in and in which objects of that, the line it has a slot in and which one.
const FIELD_NAMES: usize = PROPERTY_HASHES + 4 * PROPERTY_PLACES;
export const PROPERTY_NAMES: usize = FIELD_NAMES + NAME_BYTES * FIELD_NAMES_MAX;
const TEXTS: usize = PROPERTY_NAMES + NAME_BYTES * PROPERTY_NAMES_MAX;
const TEXTS_END: usize = TEXTS + MIB;
export const PAGE: usize = TEXTS_END + PAST;
export const OUT: usize = PAGE + PAGE_MAX + PAST;
export const END: usize = OUT + PAGE_MAX + ROW_PREFIX_MAX * SLOTS_MAX + PAST;

const NAME_LENGTH: usize = 4;
const NAME_KNOWN: usize = 8;
const NAME_NEXT: usize = 12;
const NAME_SEEN: usize = 16;
const NAME_RANKS: usize = 20;
export const NAME_SLOT_LINE: usize = 24;
const NAME_SLOT: usize = 28;

const QUOTE: u32 = 34;
const COMMA: u32 = 44;
const MINUS: u32 = 45;
const POINT: u32 = 46;
const ZERO: u32 = 48;
const COLON: u32 = 58;
const OPEN_LIST: u32 = 91;
const BACKSLASH: u32 = 92;
const CLOSE_LIST: u32 = 93;
const OPEN: u32 = 123;
const CLOSE: u32 = 125;
const BLANK: u32 = 32;
const LETTER_N: u32 = 110;
const LETTER_T: u32 = 116;
const LETTER_F: u32 = 102;
const LETTER_U: u32 = 117;
const TRUE: u32 = 0x65757274;
const ALSE: u32 = 0x65736c61;
const NULL: u32 = 0x6c6c756e;

const DIGITS_MAX: i32 = 15;
const FRACTION_DIGITS_MAX: i32 = 17;
const DEPTH_MAX: i32 = 8;

const KIND_PASSED: i32 = 0;
const KIND_TEXT: i32 = 1;
const KIND_VALUE: i32 = 2;
const KIND_PROPERTIES: i32 = 3;

const REPLACED: i32 = 1;
const ODD: i32 = 2;
const OPERATION: i32 = 4;
const RANK_USER: i32 = 1;

let multiplier: u32 = 1;
// Where the whole of it would begin if the page here is only a part.
let origin: usize = PAGE;
let pageEnd: usize = PAGE;
let line: i32 = 0;
let slots: i32 = 0;
let standing: i32 = 0;
let fieldNames: i32 = 0;
let propertyNames: i32 = 0;
let textsEnd: usize = TEXTS;
// Where the value of the name begins that was found last.
let valueAt: usize = 0;

// All that look for the end of something answer 0 for whatever is not plain.

@inline
function at(place: usize): u32 {
  return load<u8>(place);
}

function skipBlanks(from: usize): usize {
  let place = from;
  while (at(place) == BLANK || at(place) == 13 || at(place) == 9) place += 1;
  return place;
}

// The first quote, backslash or control character.
@inline
function special(from: usize): usize {
  let place = from;
  while (true) {
    const bytes = v128.load(place);
    const found = i8x16.bitmask(
      v128.or(
        v128.or(i8x16.eq(bytes, i8x16.splat(34)), i8x16.eq(bytes, i8x16.splat(92))),
        i8x16.lt_u(bytes, i8x16.splat(32)),
      ),
    );
    if (found != 0) return place + ctz(found);
    place += 16;
  }
}

function plainStringEnd(from: usize): usize {
  const end = special(from);
  return at(end) == QUOTE ? end : 0;
}

function stringEnd(from: usize): usize {
  let place = from;
  while (true) {
    place = special(place);
    const code = at(place);
    if (code == QUOTE) return place;
    if (code != BACKSLASH) return 0;
    place = escapeEnd(place + 1);
    if (place == 0) return 0;
  }
}

function hexDigit(code: u32): i32 {
  if (code - ZERO < 10) return code - ZERO;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

function escapeEnd(place: usize): usize {
  const code = at(place);
  // " \ / b f n r t
  if (code == 34 || code == 92 || code == 47 || code == 98 || code == 102 || code == 110 || code == 114 || code == 116)
    return place + 1;
  if (code != LETTER_U) return 0;
  for (let i = 1; i <= 4; i += 1) if (hexDigit(at(place + i)) < 0) return 0;
  // D800 to DFFF are halves of characters.
  return hexDigit(at(place + 1)) == 13 && hexDigit(at(place + 2)) >= 8 ? 0 : place + 5;
}

@inline
function digitsEnd(from: usize): usize {
  let place = from;
  while (at(place) - ZERO < 10) place += 1;
  return place;
}

function numberEnd(from: usize): usize {
  let place = at(from) == MINUS ? from + 1 : from;
  const first = at(place);
  if (first == ZERO && place > from) return 0;
  const start = place;
  place = digitsEnd(place);
  let digits = <i32>(place - start);
  let most = DIGITS_MAX;
  if (digits == 0 || (first == ZERO && digits > 1)) return 0;
  if (at(place) == POINT) {
    const fraction = place + 1;
    place = digitsEnd(fraction);
    if (place == fraction) return 0;
    digits = (first == ZERO ? 0 : digits) + <i32>(place - fraction);
    most = FRACTION_DIGITS_MAX;
  }
  return digits > most || (at(place) | 32) == 101 ? 0 : place;
}

function booleanEnd(from: usize): usize {
  if (load<u32>(from) == TRUE) return from + 4;
  return at(from) == LETTER_F && load<u32>(from + 1) == ALSE ? from + 5 : 0;
}

@inline
function nullEnd(from: usize): usize {
  return load<u32>(from) == NULL ? from + 4 : 0;
}

function scalarEnd(from: usize): usize {
  const first = at(from);
  if (first == QUOTE) {
    const quote = stringEnd(from + 1);
    return quote == 0 ? 0 : quote + 1;
  }
  return first == LETTER_T || first == LETTER_F ? booleanEnd(from) : numberEnd(from);
}

function valueEnd(from: usize, depth: i32): usize {
  const first = at(from);
  if (first == OPEN) return depth == DEPTH_MAX ? 0 : objectEnd(from + 1, depth + 1);
  if (first == OPEN_LIST) return depth == DEPTH_MAX ? 0 : listEnd(from + 1, depth + 1);
  return first == LETTER_N ? nullEnd(from) : scalarEnd(from);
}

function valueStart(from: usize): usize {
  const colon = skipBlanks(from);
  return at(colon) == COLON ? skipBlanks(colon + 1) : 0;
}

function listEnd(from: usize, depth: i32): usize {
  let place = skipBlanks(from);
  if (at(place) == CLOSE_LIST) return place + 1;
  while (true) {
    place = valueEnd(place, depth);
    if (place == 0) return 0;
    place = skipBlanks(place);
    if (at(place) == CLOSE_LIST) return place + 1;
    if (at(place) != COMMA) return 0;
    place = skipBlanks(place + 1);
  }
}

function objectEnd(from: usize, depth: i32): usize {
  let place = skipBlanks(from);
  if (at(place) == CLOSE) return place + 1;
  while (true) {
    const quote = at(place) == QUOTE ? stringEnd(place + 1) : 0;
    if (quote == 0) return 0;
    place = valueStart(quote + 1);
    if (place == 0) return 0;
    place = valueEnd(place, depth);
    if (place == 0) return 0;
    place = skipBlanks(place);
    if (at(place) == CLOSE) return place + 1;
    if (at(place) != COMMA) return 0;
    place = skipBlanks(place + 1);
  }
}

// Whether the first bytes of a name's text, which is the name with its quotes and a colon, stand here.
@inline
function stands(name: usize, count: i32, from: usize): bool {
  let text: usize = load<u32>(name);
  let place = from;
  let left = count;
  for (; left > 16; left -= 16) {
    if (i8x16.bitmask(i8x16.eq(v128.load(place), v128.load(text))) != 0xffff) return false;
    place += 16;
    text += 16;
  }
  const wanted = (1 << left) - 1;
  return (i8x16.bitmask(i8x16.eq(v128.load(place), v128.load(text))) & wanted) == wanted;
}

// The record of the name between these places; made if it is new. 0 when it is too long, or there are too many.
function lookUp(isField: bool, start: usize, end: usize): usize {
  const length = end - start;
  if (length > NAME_BYTES_MAX) return 0;
  const hashes = isField ? FIELD_HASHES : PROPERTY_HASHES;
  const mask = <u32>(isField ? FIELD_PLACES : PROPERTY_PLACES) - 1;
  let hash = multiplier;
  for (let place = start; place < end; place += 1) {
    hash = (hash ^ at(place)) * multiplier;
    hash ^= hash >>> 15;
  }
  while (true) {
    const entry = hashes + 4 * (hash & mask);
    const name: usize = load<u32>(entry);
    if (name == 0) {
      const made = make(isField, start, length);
      store<u32>(entry, made);
      return made;
    }
    if (load<u32>(name, NAME_LENGTH) == <u32>length + 3 && stands(name, <i32>length + 2, start - 1)) return name;
    hash += 1;
  }
}

function make(isField: bool, start: usize, length: usize): usize {
  const isFull = isField ? fieldNames == FIELD_NAMES_MAX : propertyNames == PROPERTY_NAMES_MAX;
  if (isFull || textsEnd + length + 3 > TEXTS_END) return 0;
  const name = isField ? FIELD_NAMES + NAME_BYTES * fieldNames : PROPERTY_NAMES + NAME_BYTES * propertyNames;
  if (isField) fieldNames += 1;
  else propertyNames += 1;
  store<u8>(textsEnd, QUOTE);
  memory.copy(textsEnd + 1, start, length);
  store<u8>(textsEnd + 1 + length, QUOTE);
  store<u8>(textsEnd + 2 + length, COLON);
  store<u32>(name, textsEnd);
  store<u32>(name, length + 3, NAME_LENGTH);
  textsEnd += length + 3;
  return name;
}

// The name whose quote stands here: mostly the one that came next last time, which is kept at `before`.
@inline
function nameAt(isField: bool, before: usize, quote: usize): usize {
  const guess: usize = load<u32>(before);
  if (guess != 0) {
    const length = load<i32>(guess, NAME_LENGTH);
    if (stands(guess, length, quote)) {
      valueAt = quote + length;
      if (at(valueAt) <= BLANK) valueAt = skipBlanks(valueAt);
      return guess;
    }
  }
  return newNameAt(isField, before, quote);
}

function newNameAt(isField: bool, before: usize, quote: usize): usize {
  const end = plainStringEnd(quote + 1);
  const found: usize = end == 0 ? 0 : lookUp(isField, quote + 1, end);
  store<u32>(before, found);
  if (found == 0) return 0;
  valueAt = valueStart(end + 1);
  return valueAt == 0 ? 0 : found;
}

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

// Before anything else. Odd, and another one each time.
export function seed(by: u32): void {
  multiplier = by;
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
