/** Emits `/favicon.svg`: the product's logo, which is drawn in one place, in its own accent. */
import { ownAccent } from "@turnpike/rules/accent.ts";
import { logoSvg } from "@turnpike/rules/logo.ts";
import type { Plugin } from "vite";

const fileName = "favicon.svg";

export function favicon(): Plugin {
  const source = `${logoSvg(ownAccent)}\n`;
  return {
    name: "favicon",
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_request, response) => {
        response.setHeader("content-type", "image/svg+xml");
        response.end(source);
      });
    },
    generateBundle() {
      this.emitFile({ type: "asset", fileName, source });
    },
  };
}
