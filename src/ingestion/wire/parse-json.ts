export { parseJson } from "../../platform/parse-json.ts";
