import { OPEN } from "../direct/scan-json.ts";
import { decodePlainForm } from "../wire/plain-form.ts";
import { type AnswerStyle, answerSdk, type SdkAnswer } from "./answer.ts";
import type { SdkOutcome, TextEnd } from "./outcome.ts";
import { PARAMS, type SdkParams } from "./params.ts";

type Answer = SdkAnswer & { body: string };
/** A request on the server's short way. */
type Call = {
  readonly query: Readonly<Record<string, string>>;
  readonly body: Buffer;
  answer(answer: Answer): void;
  goLongWay(): void;
  broke(cause: unknown): void;
};
type RunText = (text: Buffer, bytes: number, end: TextEnd) => boolean;
/** How requests to one address are answered; `good`: those whose event was taken. */
type Answers = { good: Answer; of(outcome: SdkOutcome): Answer };

/** One record as JSON, or in a form that holds nothing else. */
export function takeShortBy(runText: RunText, style: AnswerStyle): (call: Call) => void {
  const answersTo = createAnswers(style);
  return (call) => {
    const { body } = call;
    const answers = answersTo(call.query);
    const text = body[0] === OPEN ? body : decodePlainForm(body);
    if (answers === undefined || text === undefined || !runText(text, body.length, endOf(call, answers))) {
      call.goLongWay();
    }
  };
}

const endOf = (call: Call, { good, of }: Answers): TextEnd => ({
  done(outcome) {
    const isGood = outcome.kind === "taken" && outcome.refused.length === 0;
    call.answer(isGood ? good : of(outcome));
  },
  unread: () => call.goLongWay(),
  broke: (cause) => call.broke(cause),
});

/** Remembers the last address: most requests come to the same. */
function createAnswers(style: AnswerStyle): (query: Call["query"]) => Answers | undefined {
  let last: { query: Call["query"]; answers: Answers | undefined } | undefined;
  return (query) => {
    if (last?.query !== query) last = { query, answers: answersFor(query, style) };
    return last.answers;
  };
}

/** What the address may say here: all else that means something changes more than the answer's words. */
const SHORT = ["verbose", "ip"];

function answersFor(query: Call["query"], style: AnswerStyle): Answers | undefined {
  const params: Partial<Record<keyof SdkParams, string>> = {};
  for (const name of PARAMS) {
    if (query[name] === undefined) continue;
    if (!SHORT.includes(name)) return undefined;
    params[name] = query[name];
  }
  const of = (outcome: SdkOutcome): Answer => {
    const answer = answerSdk(outcome, params, style);
    return { ...answer, body: String(answer.body) };
  };
  return { good: of({ kind: "taken", accepted: 1, refused: [] }), of };
}
