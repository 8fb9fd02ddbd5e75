/**
 * Prints which texts are not translated yet and shown in English: `node tools/translations.ts`.
 * With `--release` it exits with 1 if there are any: a release has them all.
 */
import { missingTexts, translations } from "@turnpike/locales/catalogues.ts";

const missing = translations.flatMap((language) =>
  missingTexts(language).map((name) => `${language}  ${name}`),
);
for (const line of missing) console.log(line);
if (missing.length > 0)
  console.log(`translations: ${missing.length} texts are shown in English, which is no fault`);
else console.log("translations: every text is in every language");
process.exit(process.argv.includes("--release") && missing.length > 0 ? 1 : 0);
