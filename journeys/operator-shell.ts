/** Runs the operator's commands that its parent process sends, like `npm run operator`. */
import { modules } from "../apps/api/src/app.ts";
import { runOperator } from "../apps/api/src/across/operator/run.ts";

process.on("message", (message) => {
  const { id, args, env } = message as { id: number; args: string[]; env: Record<string, string> };
  void runOperator(args, env, modules).then((result) => process.send?.({ id, ...result }));
});
process.on("disconnect", () => process.exit(0));
