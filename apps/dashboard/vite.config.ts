import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { precompress } from "@turnpike/ui/build-steps/precompress.ts";
import { flags } from "@turnpike/ui/build-steps/flags.ts";
import { screenWords } from "./build-steps/screen-words.ts";
import { words } from "@turnpike/ui/build-steps/words.ts";

const api = process.env["TURNPIKE_API"] ?? "http://127.0.0.1:3000";
const proxied = [
  "/v1",
  "/v2",
  "/v3",
  "/lab",
  "/pay",
  "/extract",
  "/downloads",
  "/docs",
  "/openapi.json",
  "/llms",
  "/healthz",
  "/readyz",
];

/** The words that the API says alone, and those of the operator's console. */
const elsewhere = new Set([
  "refusals",
  "mails",
  "shop",
  "grammar",
  "gateway",
  "invoice",
  "console",
]);

/** The sign-in page; no other page of its folder. */
const signInPage = /src\/(app\/main|features\/sign-in\/(Login|MailedCodeStep|use-sign-in))\.tsx?/;
/** The pages that visitors see beside the sign-in page, and what that one asks for later. */
const visitorPages =
  /src\/(features\/(sign-in\/(Register|Forgot|Loading|ProviderButtons|MfaStep)|legal\/)|app\/shell\/NotFound)/;

export default defineConfig({
  root: import.meta.dirname,
  publicDir: "../../packages/ui/public",
  plugins: [react(), words((area) => !elsewhere.has(area)), flags(), screenWords(), precompress()],
  build: {
    target: "es2024",
    // Every browser of that target preloads modules by itself.
    modulePreload: { polyfill: false },
    // Above it an asset stays a file: the content security policy names files, not data URLs.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Pieces of a kilobyte each are what bundlers cut by themselves: a hundred files a screen, each
    // asked for by itself and compressed worse. A group takes what it needs from those after it.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // A shared piece is named after all pages that share it.
        chunkFileNames: ({ name }) => `assets/${name.split("~")[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            // What every page needs, with the sign-in page.
            { name: "entrance", test: signInPage },
            // They take from what customers' screens share just what they use.
            { name: "visitor", test: visitorPages, entriesAware: true },
            { name: "shell", test: /src\/app\/shell\/Shell\.tsx/ },
            { name: "parts", minShareCount: 6 },
          ],
        },
      },
    },
    emptyOutDir: true,
  },
  server: {
    host: "127.0.0.1",
    proxy: Object.fromEntries(proxied.map((path) => [path, api])),
    fs: { allow: ["../.."] },
  },
});
