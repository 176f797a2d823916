export type { AccessPort, AuthenticationFailure, EntryFailure } from "./access-port.ts";
export { AnswerItems } from "./answer-items.ts";
export { type BasicCredentials, parseBasicCredentials } from "./basic-credentials.ts";
export type { HttpFailure } from "./http-failure.ts";
export { type RawAnswer, type RawRequest, type RawRoute, rawRoute } from "./raw-route.ts";
export { type Access, type FailureAnswers, type Method, type Route, route } from "./route.ts";
export { closed, identifier, label, moment, nullable } from "./schemas.ts";
export { createHttpServer, type HttpOptions } from "./server.ts";
export type { Part } from "./status-pages.ts";
