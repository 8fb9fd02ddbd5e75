import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { precompress } from "@turnpike/ui/build-steps/precompress.ts";
import { flags } from "@turnpike/ui/build-steps/flags.ts";
import { icons } from "@turnpike/ui/build-steps/icons.ts";
import { screenTranslationsPlugin } from "./build-steps/screen-translations.ts";
import { words } from "@turnpike/ui/build-steps/words.ts";

const api = process.env["TURNPIKE_API"] ?? "http://127.0.0.1:3000";
const proxied = [
  "/brand",
  "/head.js",
  "/favicon",
  "/v1",
  "/v2",
  "/v3",
  "/lab",
  "/pay",
  "/extract",
  "/legal",
  "/downloads",
  "/docs",
  "/openapi.json",
  "/openapi-3.0.json",
  "/llms",
  "/healthz",
  "/readyz",
];

/** Translations that only the API or the operator's console uses. */
const elsewhere = new Set([
  "refusals",
  "mails",
  "shop",
  "grammar",
  "gateway",
  "invoice",
  "console",
  "legal-drafts",
  "head",
]);

/** The sign-in page, without the other pages of its folder. */
const signInPage = /src\/(app\/main|features\/sign-in\/(Login|use-sign-in))\.tsx?/;
/** The other pages for visitors, and what the sign-in page loads later. */
const visitorPages =
  /src\/(features\/(sign-in\/(Register|Forgot|Loading|ProviderButtons|MailedCodeStep|MfaStep)|legal\/))/;

/** What forms alone need. */
const fieldParts =
  /node_modules\/(@mantine\/form|react-number-format|@mantine\/core\/esm\/components\/(NumberInput|Textarea|Radio))\/|ui\/src\/(field-error|MoneyField|OfferCards|act\/Act)/;

export default defineConfig({
  root: import.meta.dirname,
  publicDir: "../../packages/ui/public",
  plugins: [
    react(),
    words((area) => !elsewhere.has(area)),
    flags(),
    icons(),
    screenTranslationsPlugin(),
    precompress(),
  ],
  build: {
    target: "es2024",
    // All browsers of that target support module preloading.
    modulePreload: { polyfill: false },
    // Assets always stay files: the content security policy allows files, not data URLs.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // By default bundlers produce chunks of a kilobyte: a hundred files per screen, each requested
    // separately and compressed worse. A group takes what it needs from the groups after it.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // A shared chunk is named after all pages that share it.
        chunkFileNames: ({ name }) => `assets/${name.split("~")[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            // The code of every page, including the sign-in page.
            { name: "entrance", test: signInPage },
            // These take only what they use from the code shared by customers' screens.
            {
              name: "visitor",
              test: visitorPages,
              entriesAware: true,
              entriesAwareMergeThreshold: 1000,
            },
            { name: "shell", test: /src\/app\/shell\/Shell\.tsx/ },
            { name: "parts", test: (id) => !fieldParts.test(id), minShareCount: 6 },
            { name: "fields", test: fieldParts, minShareCount: 2 },
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
