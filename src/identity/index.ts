export { countPersonsSql, LINKS_JOIN, PERSON_SQL, RESOLVED_ID_SQL } from "./person-sql.ts";
export { type LinksReader, resolvePerson, resolvePersons } from "./resolve-person.ts";
