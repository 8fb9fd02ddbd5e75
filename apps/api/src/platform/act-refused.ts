import type { RefusalReason } from "@turnpike/contract/refusals.ts";

/**
 * An act of the operator cannot be done, with a sentence that says why. The command line prints it;
 * the console answers it as the detail of a refusal (`actRefused` unless another reason fits).
 */
export class ActRefused extends Error {
  reason: RefusalReason;
  constructor(message: string, options: ErrorOptions & { reason?: RefusalReason } = {}) {
    super(message, options);
    this.reason = options.reason ?? "actRefused";
  }
}
