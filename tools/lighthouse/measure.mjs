/**
 * Lighthouse as a desktop sees pages, in a Chromium that is signed in already:
 * `node measure.mjs DEBUGGING_PORT URL…` prints one JSON value, an object a page.
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
      // The session of the browser stays; each page comes from the network all the same.
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
