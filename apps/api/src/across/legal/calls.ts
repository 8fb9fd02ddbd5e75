/** `/v1/legal` and `/v1/legalKinds` (spec/law#documents). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { currentDocument, existingKinds } from "./document.ts";

export function legalCalls(services: Services): Pick<Handlers, "legal" | "legalKinds"> {
  return {
    async legal({ kind }, { lang }) {
      const found = await currentDocument(services, { kind, lang });
      if (found === null) throw new Refusal("legalNotFound", { field: "kind" });
      const { version, lang: shownIn, title, html } = found;
      const publishedAt = found.publishedAt?.toISOString() ?? null;
      return { kind, version, lang: shownIn, title, html, publishedAt };
    },
    legalKinds: async () => ({ kinds: await existingKinds(services) }),
  };
}
