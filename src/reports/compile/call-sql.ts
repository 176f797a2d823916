import type { TypedSql } from "../../events/index.ts";
import type { FunctionName } from "../expression/tree.ts";
import { momentSql } from "./compare-sql.ts";
import type { SqlScope } from "./sql-scope.ts";
import { coalesce, isDefined, textOfBoolean } from "./typed.ts";

/** From here up a number of time is milliseconds, below it is seconds. */
const MILLISECONDS_FROM = 31_536_000_000;
const MOMENT_MAX_MS = 8_640_000_000_000_000;

export function callSql(name: FunctionName, value: TypedSql, scope: SqlScope): TypedSql {
  switch (name) {
    case "floor":
    case "ceil":
      return only("number", value.number && `${name}(${value.number})`);
    case "round":
      return only("number", value.number && scope.dialect.roundHalfAway(value.number));
    case "string":
      return { ...only("text", textSql(value, scope)), ...only("null", value.null) };
    case "number":
      return only("number", toNumber(value, scope));
    case "boolean":
      return { boolean: toBoolean(value) };
    case "defined":
      return { boolean: isDefined(value) };
    case "datetime":
      return only("moment", toMoment(value, scope));
  }
}

const only = (type: keyof TypedSql, sql: string | undefined): TypedSql =>
  sql === undefined ? {} : { [type]: sql };

/** Whatever it is, as a text. */
export const textSql = (
  { text, number, boolean, moment, json }: TypedSql,
  { dialect }: SqlScope,
): string | undefined =>
  coalesce([
    text,
    number && dialect.numberText(number),
    boolean && textOfBoolean(boolean),
    moment && dialect.momentText(moment),
    json,
  ]);

const toNumber = ({ number, boolean, text }: TypedSql, { dialect }: SqlScope): string | undefined =>
  coalesce([
    number,
    boolean && `case when ${boolean} then 1.0 when not ${boolean} then 0.0 end`,
    text && dialect.readNumber(text),
  ]);

/** `false` as a text, zero, an empty text, null and nothing are false; everything else that is set is true. */
const toBoolean = ({ number, boolean, text, moment, json }: TypedSql): string =>
  `${coalesce([
    number && `${number} <> 0`,
    boolean,
    text && `${text} not in ('', 'false')`,
    moment && `case when ${moment} is not null then true end`,
    json && `case when ${json} is not null then true end`,
    "false",
  ])}`;

const toMoment = (value: TypedSql, scope: SqlScope): string | undefined => {
  const { number } = value;
  const ofNumber =
    number &&
    `case when abs(${number}) between ${MILLISECONDS_FROM} and ${MOMENT_MAX_MS} then ${scope.dialect.whole(number)}
      when abs(${number}) < ${MILLISECONDS_FROM} then ${scope.dialect.whole(`${number} * 1000`)} end`;
  return coalesce([momentSql(value, scope), ofNumber]);
};
