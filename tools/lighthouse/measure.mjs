/**
 * Runs Lighthouse with its desktop settings, in a signed-in Chromium: `node measure.mjs
 * DEBUGGING_PORT URL…` prints one JSON array with an object per page.
 */
import lighthouse, { desktopConfig } from "lighthouse";

const [port, ...urls] = process.argv.slice(2);
const categories = ["performance", "accessibility", "best-practices"];
const pages = [];
for (const url of urls) {
  const run = await lighthouse(
    url,
    {
      port: Number(port),
      output: "json",
      logLevel: "error",
      onlyCategories: categories,
      // Keeps the browser's session; each page is loaded from the network nevertheless.
      disableStorageReset: true,
    },
    desktopConfig,
  );
  if (!run) throw new Error(`Lighthouse told nothing of ${url}`);
  const { lhr } = run;
  const failed = Object.values(lhr.categories).flatMap(({ auditRefs }) =>
    auditRefs
      .filter(({ weight, id }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${id}: ${lhr.audits[id]?.displayValue ?? lhr.audits[id]?.title}`),
  );
  const scores = Object.fromEntries(
    categories.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)]),
  );
  pages.push({
    url,
    finalUrl: lhr.finalDisplayedUrl,
    scores,
    failed,
    warning: lhr.runWarnings.join(" "),
    shift: lhr.audits["cumulative-layout-shift"]?.numericValue ?? 0,
  });
}
console.log(JSON.stringify(pages));
