/** `npm run operator -- <command>`: the operator's command line (spec/operator#commands). */
import { runOperator } from "./run.ts";

const { code, out, error } = await runOperator(process.argv.slice(2), process.env);
if (error) console.error(error);
else console.log(out);
process.exitCode = code;
