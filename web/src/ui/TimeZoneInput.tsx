import { type ComponentProps, useId } from "react";
import { TextInput } from "./TextInput.tsx";

/** A time zone by its IANA name: typed, with those that the browser knows to choose from. */
export function TimeZoneInput(props: ComponentProps<"input">) {
  const zones = useId();
  return (
    <>
      <TextInput {...props} list={zones} />
      <datalist id={zones}>
        {Intl.supportedValuesOf("timeZone").map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
