import type { Field } from "@turnpike/ui/act/act.ts";
import { CredentialField } from "./CredentialField.tsx";
import { randomPassword } from "./random-credential.ts";

/** A new password for the gateway, generated and changeable, as an act's field. */
export const passwordField = (label: string, fault: (value: string) => string | null): Field => ({
  kind: "own",
  name: "password",
  label,
  initial: randomPassword(),
  fault,
  show: ({ onChange, ...input }) => (
    <CredentialField
      kind="password"
      {...input}
      onChange={(event) => onChange(event.currentTarget.value)}
      onGenerate={onChange}
    />
  ),
});
