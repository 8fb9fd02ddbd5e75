/**
 * Loads the modules of the arguments and prints, as JSON, which files that loaded. A module that cannot be loaded ends the process with its error.
 */
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const loaded: string[] = [];
registerHooks({
  load(url, context, next) {
    if (url.startsWith("file:")) loaded.push(url);
    return next(url, context);
  },
});

/** `FILE` is loaded; `FILE SPECIFIER` is what the file would load by that specifier. */
for (const argument of process.argv.slice(2)) {
  const [file = "", specifier] = argument.split(" ");
  const from = pathToFileURL(file).href;
  const isRelative = specifier?.startsWith(".");
  const isPackage = specifier !== undefined && !isRelative;
  await import(isPackage ? import.meta.resolve(specifier) : new URL(specifier ?? "", from).href);
}
process.stdout.write(JSON.stringify(loaded), () => process.exit(0));
