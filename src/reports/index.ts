export { createReportsRoom, type ReportsRoom, type ReportsRoomOptions } from "./create-reports-room.ts";
export { type EngageQueryDeps, engageQueryRoutes } from "./engage/routes.ts";
export type { ExportSettings } from "./export/start-export.ts";
export type { Readers } from "./expression/build.ts";
export { createEvaluator, createPredicate, type Evaluator, type Predicate } from "./expression/evaluate.ts";
export { type ExpressionFailure, type OperandFailure, sayExpressionFailure } from "./expression/failure.ts";
export { parseBreakdown, parseExpression } from "./expression/parse.ts";
export type { Expression } from "./expression/tree.ts";
export type { Calendar } from "./plan/units.ts";
