import { useQuery } from "@tanstack/react-query";
import { QueryState } from "../ui/QueryState.tsx";
import { CodesPart } from "./CodesPart.tsx";
import { PasskeysPart } from "./PasskeysPart.tsx";
import { PasswordPart } from "./PasswordPart.tsx";
import { secondFactorQuery } from "./second-factor.ts";

export function AccountParts() {
  const factor = useQuery(secondFactorQuery);
  return (
    <>
      <QueryState query={factor}>
        {(shown) => (
          <div className="space-y-5">
            <CodesPart factor={shown} />
            <PasskeysPart factor={shown} />
          </div>
        )}
      </QueryState>
      <PasswordPart />
    </>
  );
}
