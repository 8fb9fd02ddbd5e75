/** `npm run operator -- <command>`: the operator's command line (spec/operator#commands). */
import { modules } from "./src/app.ts";
import { runOperator } from "./src/across/operator/run.ts";

const { code, out, error } = await runOperator(process.argv.slice(2), process.env, modules);
if (error) console.error(error);
if (out) console.log(out);
process.exitCode = code;
