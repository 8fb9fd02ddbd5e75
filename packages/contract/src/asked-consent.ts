import { agreedKinds } from "@turnpike/rules/legal.ts";
import { z } from "zod";

/** A document whose newest version asks for a consent. */
export const askedConsent = z.object({
  kind: z.enum(agreedKinds).describe("The kind of document."),
  version: z.int().describe("The version that asks for consent."),
});
