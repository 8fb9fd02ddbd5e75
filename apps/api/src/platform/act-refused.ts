import type { RefusalReason } from "@turnpike/contract/refusals.ts";

/**
 * An operator's action that cannot be performed, with a sentence that says why. The command line
 * prints it; the console returns it as the detail of a refusal (`actRefused` unless another reason
 * fits).
 */
export class ActRefused extends Error {
  reason: RefusalReason;
  constructor(message: string, options: ErrorOptions & { reason?: RefusalReason } = {}) {
    super(message, options);
    this.reason = options.reason ?? "actRefused";
  }
}

/** An action refused because of one field; `column` counts from 1 in the field's text. */
export class FieldRefused extends ActRefused {
  readonly at: { error: string; field: string; column: number | null };
  constructor(
    { field, column, fault }: { field: string; column: number | null; fault: string },
    line = `${field}: ${fault}`,
  ) {
    super(line, { reason: "badField" });
    this.at = { error: fault, field, column };
  }
}
