/**
 * Most insert ids, and the keys of imported rows, are 128 bits in hexadecimal. As text they cost DuckDB more than any other column
 * of a row (2.7 of 21 µs of an imported one), as a number next to nothing, and a sixth less on disk. So a row has the number,
 * in `insert_hex` or `row_hex`, and in the text's own column how it was written; or no number, and the text.
 */

/** How an insert id was written of which `insert_hex` is the number. */
const PLAIN = "''";
const DASHED = "'-'";
/** How a row key was written of which `row_hex` is the number: alone, or before what its insert id begins with. */
const ALONE = "''";
const WITH_KEY = "':'";
const KEY_DIGITS = 16;

/** Of text as the rows say it, `i` and `k`: the number, if the text can be made of it again to the letter. */
export const INSERT_HEX = `case
  when strlen(i) = 32 and lower(i) = i then try_cast(i as UUID)
  when strlen(i) = 36 and lower(i) = i and i like '________-____-____-____-____________' then try_cast(i as UUID) end`;
export const ROW_HEX = `case
  when lower(k) = k and (strlen(k) = 32 or (strlen(k) = 49 and substr(k, 33) = ':' || left(i, ${KEY_DIGITS})))
    then try_cast(left(k, 32) as UUID) end`;

/** What the columns of the text hold beside those numbers, as `ih` and `kh`. */
export const INSERT_TEXT = `case when ih is null then i when strlen(i) = 32 then ${PLAIN} else ${DASHED} end`;
export const ROW_TEXT = `case when kh is null then k when strlen(k) = 32 then ${ALONE} else ${WITH_KEY} end`;

/** The texts of a stored row. */
const plainText = (hex: string): string => `replace(${hex}::VARCHAR, '-', '')`;
export const INSERT_ID_SQL = `case when insert_hex is null then insert_id
  when insert_id = ${PLAIN} then ${plainText("insert_hex")} else insert_hex::VARCHAR end`;
export const ROW_KEY_SQL = `case when row_hex is null then row_key when row_key = ${ALONE} then ${plainText("row_hex")}
  else ${plainText("row_hex")} || ':' || left(${INSERT_ID_SQL}, ${KEY_DIGITS}) end`;

/** The number a row key begins with: what is not in `row_hex` need not be put together to be compared. */
export const rowHexOf = (rowKey: string): string => `try_cast(left(${rowKey}, 32) as UUID)`;
