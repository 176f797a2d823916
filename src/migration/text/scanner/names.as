// Names of fields and properties, each known by a record of its own.

import { at, BLANK, COLON, plainStringEnd, QUOTE, skipBlanks, valueStart } from "./ends";
import {
  FIELD_HASHES,
  FIELD_NAMES,
  FIELD_NAMES_MAX,
  FIELD_PLACES,
  NAME_BYTES,
  NAME_BYTES_MAX,
  NAME_LENGTH,
  PROPERTY_HASHES,
  PROPERTY_NAMES,
  PROPERTY_NAMES_MAX,
  PROPERTY_PLACES,
  TEXTS,
  TEXTS_END,
} from "./places";

let multiplier: u32 = 1;
let fieldNames: i32 = 0;
export let propertyNames: i32 = 0;
let textsEnd: usize = TEXTS;
// Where the value of the name begins that was found last.
export let valueAt: usize = 0;

// Before anything else. Odd, and another one each time.
export function seed(by: u32): void {
  multiplier = by;
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
export function lookUp(isField: bool, start: usize, end: usize): usize {
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
export function nameAt(isField: bool, before: usize, quote: usize): usize {
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
