import { OPEN } from "../direct/scan-json.ts";
import { decodePlainForm } from "../wire/plain-form.ts";
import { type AnswerStyle, answerSdk, type SdkAnswer } from "./answer.ts";
import type { SdkOutcome, TextEnd } from "./outcome.ts";

type Answer = SdkAnswer & { body: string };
/** A request on the server's short way. */
type Call = {
  readonly body: Buffer;
  answer(answer: Answer): void;
  goLongWay(): void;
  broke(cause: unknown): void;
};
type RunText = (text: Buffer, bytes: number, end: TextEnd) => boolean;

/** One record as JSON, or in a form that holds nothing else: its sender has no wishes about the answer. */
export function takeShortBy(runText: RunText, style: AnswerStyle): (call: Call) => void {
  const answerOf = (outcome: SdkOutcome): Answer => {
    const answer = answerSdk(outcome, {}, style);
    return { ...answer, body: String(answer.body) };
  };
  const good = answerOf({ kind: "taken", accepted: 1, refused: [] });
  return (call) => {
    const { body } = call;
    const text = body[0] === OPEN ? body : decodePlainForm(body);
    const end: TextEnd = {
      done(outcome) {
        const isGood = outcome.kind === "taken" && outcome.refused.length === 0;
        call.answer(isGood ? good : answerOf(outcome));
      },
      unread: () => call.goLongWay(),
      broke: (cause) => call.broke(cause),
    };
    if (text === undefined || !runText(text, body.length, end)) call.goLongWay();
  };
}
