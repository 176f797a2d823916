// Where things of JSON end. What is plain here is what `ingestion/direct/scan-json.ts` takes as plain: rows made of it meet no other
// check. `run/take-lines.test.ts` holds the two against each other.

export const QUOTE: u32 = 34;
export const COMMA: u32 = 44;
export const MINUS: u32 = 45;
export const POINT: u32 = 46;
export const ZERO: u32 = 48;
export const COLON: u32 = 58;
export const OPEN_LIST: u32 = 91;
export const BACKSLASH: u32 = 92;
export const CLOSE_LIST: u32 = 93;
export const OPEN: u32 = 123;
export const CLOSE: u32 = 125;
export const BLANK: u32 = 32;
export const LETTER_N: u32 = 110;
export const LETTER_T: u32 = 116;
export const LETTER_F: u32 = 102;
export const LETTER_U: u32 = 117;
export const TRUE: u32 = 0x65757274;
export const ALSE: u32 = 0x65736c61;
export const NULL: u32 = 0x6c6c756e;

export const DIGITS_MAX: i32 = 15;
export const FRACTION_DIGITS_MAX: i32 = 17;
export const DEPTH_MAX: i32 = 8;

// All that look for the end of something answer 0 for whatever is not plain.

@inline
export function at(place: usize): u32 {
  return load<u8>(place);
}

export function skipBlanks(from: usize): usize {
  let place = from;
  while (at(place) == BLANK || at(place) == 13 || at(place) == 9) place += 1;
  return place;
}

// The first quote, backslash or control character.
@inline
export function special(from: usize): usize {
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

export function plainStringEnd(from: usize): usize {
  const end = special(from);
  return at(end) == QUOTE ? end : 0;
}

export function stringEnd(from: usize): usize {
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

export function hexDigit(code: u32): i32 {
  if (code - ZERO < 10) return code - ZERO;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

export function escapeEnd(place: usize): usize {
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
export function digitsEnd(from: usize): usize {
  let place = from;
  while (at(place) - ZERO < 10) place += 1;
  return place;
}

export function numberEnd(from: usize): usize {
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

export function booleanEnd(from: usize): usize {
  if (load<u32>(from) == TRUE) return from + 4;
  return at(from) == LETTER_F && load<u32>(from + 1) == ALSE ? from + 5 : 0;
}

@inline
export function nullEnd(from: usize): usize {
  return load<u32>(from) == NULL ? from + 4 : 0;
}

export function scalarEnd(from: usize): usize {
  const first = at(from);
  if (first == QUOTE) {
    const quote = stringEnd(from + 1);
    return quote == 0 ? 0 : quote + 1;
  }
  return first == LETTER_T || first == LETTER_F ? booleanEnd(from) : numberEnd(from);
}

export function valueEnd(from: usize, depth: i32): usize {
  const first = at(from);
  if (first == OPEN) return depth == DEPTH_MAX ? 0 : objectEnd(from + 1, depth + 1);
  if (first == OPEN_LIST) return depth == DEPTH_MAX ? 0 : listEnd(from + 1, depth + 1);
  return first == LETTER_N ? nullEnd(from) : scalarEnd(from);
}

export function valueStart(from: usize): usize {
  const colon = skipBlanks(from);
  return at(colon) == COLON ? skipBlanks(colon + 1) : 0;
}

export function listEnd(from: usize, depth: i32): usize {
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

export function objectEnd(from: usize, depth: i32): usize {
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
