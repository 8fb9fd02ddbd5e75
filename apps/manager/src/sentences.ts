/**
 * Sentences of refusals for users of the manager without a dashboard; the dashboard has its own by
 * `reason`.
 */
import type { RefusalReason } from "@turnpike/contract/refusals.ts";

const sentences: Partial<Record<RefusalReason, string>> = {
  badBody: "The request could not be read, please send a well-formed form or JSON object",
  badContentType: "This content type is not supported, please send a form or JSON",
  badField: "This field is not valid, please check it and try again",
  badUpstream: "This is no proxy address. Write host:port:user:password or a URL.",
  bodyTooLarge: "The request is larger than 64 KiB, please send less at once",
  foreignOrigin: "This page may not use the local proxy manager",
  methodNotAllowed: "This method is not allowed here, please send a POST request",
  missingField: "A required field is missing, please fill it in",
  ourFault: "Something went wrong in the manager; see what it printed",
  portNotFound: "There is no such local port; nothing was ended",
  portUnavailable:
    "This port cannot be opened: it is in use or not allowed here. Choose another one, or none.",
  selectRow: "Please select a row",
  unknownPath: "There is nothing at this address, please check the path",
};

export const sentenceOf = (reason: RefusalReason) => sentences[reason] ?? "This was refused";
