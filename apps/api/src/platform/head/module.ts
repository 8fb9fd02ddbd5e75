import { createHash } from "node:crypto";
import { defineModule } from "../module.ts";
import { consentScript } from "./consent-script.ts";
import { HEAD_SCRIPT, headSetting } from "./head.ts";

const etag = `"${createHash("sha256").update(consentScript).digest("base64url")}"`;

export const headModule = defineModule({
  settings: [headSetting],
  routes: (app) => {
    app.get(HEAD_SCRIPT, async (request, reply) => {
      reply.header("etag", etag).header("cache-control", "public, no-cache");
      if (request.headers["if-none-match"] === etag) return reply.status(304).send();
      return reply.type("text/javascript; charset=utf-8").send(consentScript);
    });
  },
});
