// Where everything stands in the memory of the scanner, for good, so that views of it last. `scan-module.ts` reads what it needs of it.
// Zeros follow the page: whatever looks past its end finds a control character, which is no part of anything.

export const MIB: usize = 1024 * 1024;

export const PAGE_MAX: i32 = 1024 * 1024;
export const PAST: usize = 64;
export const FIELDS_MAX: i32 = 64;
export const SLOTS_MAX: i32 = 512;
export const SLOT: usize = 24;
export const FIELD_NAMES_MAX: i32 = 5_000;
export const PROPERTY_NAMES_MAX: i32 = 20_000;
export const NAME_BYTES_MAX: usize = 255;
export const NAME_BYTES: usize = 32;
export const FIELD_PLACES: usize = 16 * 1024;
export const PROPERTY_PLACES: usize = 64 * 1024;
export const ROW_BYTES: i32 = 32;
export const ROW_PREFIX_MAX: i32 = 16;
export const FIRSTS_MAX: i32 = 16;
export const COLUMNS_MAX: i32 = 512;

// Of the line that was scanned last: its number, slots, those of them that stand. Then all names of properties.
export const HEAD: usize = 1024;
// What came first last time: in a line, then in an object of each rank.
export const FIRST: usize = HEAD + 64;
export const STARTS: usize = 2048;
export const ENDS: usize = STARTS + 4 * FIELDS_MAX;
// Each: number of the name, where the name begins, where the value begins and ends, rank (0: it gave way), whether it joins.
export const SLOTS: usize = ENDS + 4 * FIELDS_MAX;
export const FIRSTS: usize = SLOTS + SLOT * SLOTS_MAX;
export const USED: usize = FIRSTS + 256 * FIRSTS_MAX;
// By number of the name: prefix, its length, the table of first bytes, the number of the column.
export const ROWS: usize = USED + COLUMNS_MAX;
export const FIELD_HASHES: usize = ROWS + ROW_BYTES * PROPERTY_NAMES_MAX;
export const PROPERTY_HASHES: usize = FIELD_HASHES + 4 * FIELD_PLACES;
// Each: where its text stands and how long that is, what is known of it, what came after it last time, the line it was
// seen in and in which objects of that, the line it has a slot in and which one.
export const FIELD_NAMES: usize = PROPERTY_HASHES + 4 * PROPERTY_PLACES;
export const PROPERTY_NAMES: usize = FIELD_NAMES + NAME_BYTES * FIELD_NAMES_MAX;
export const TEXTS: usize = PROPERTY_NAMES + NAME_BYTES * PROPERTY_NAMES_MAX;
export const TEXTS_END: usize = TEXTS + MIB;
export const PAGE: usize = TEXTS_END + PAST;
export const OUT: usize = PAGE + PAGE_MAX + PAST;
export const END: usize = OUT + PAGE_MAX + ROW_PREFIX_MAX * SLOTS_MAX + PAST;

export const NAME_LENGTH: usize = 4;
export const NAME_KNOWN: usize = 8;
export const NAME_NEXT: usize = 12;
export const NAME_SEEN: usize = 16;
export const NAME_RANKS: usize = 20;
export const NAME_SLOT_LINE: usize = 24;
export const NAME_SLOT: usize = 28;
