/**
 * `node tools/sql-log.ts [TEXT]` prints the statements (containing TEXT) of the embedded database in
 * DATA_DIR, with their values and durations, until Ctrl-C. For development alone: the database's log
 * holds them too, and statements contain secrets.
 */
import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import path from "node:path";
import pg from "pg";

const [wanted = ""] = process.argv.slice(2);
const folder = path.resolve(process.env.DATA_DIR ?? "data", "postgres");
const socket = readdirSync(folder).find((name) => /^\.s\.PGSQL\.\d+$/.test(name));
if (socket === undefined) throw new Error(`no embedded database runs in ${folder}`);
const at = `localhost:${socket.split(".").at(-1)}/turnpike?host=${encodeURIComponent(folder)}`;
const client = new pg.Client({ connectionString: `postgres://turnpike@${at}` });
await client.connect();

const settings = { log_min_duration_statement: "0", log_line_prefix: "%m [%p %a] " };
for (const [name, value] of Object.entries(settings))
  await client.query(`alter system set ${name} = '${value}'`);
await client.query("select pg_reload_conf()");

const log = path.join(folder, "cluster/server.log");
let read = statSync(log).size;
let rest = "";
let shown = false;

/** Prints the entries that the log has gained: a statement is logged when it is executed. */
function follow(): void {
  const file = openSync(log, "r");
  const more = Buffer.alloc(Math.min(1_000_000, Math.max(0, statSync(log).size - read)));
  read += readSync(file, more, 0, more.length, read);
  closeSync(file);
  const entries = (rest + more.toString()).split(/^(?=\d{4}-\d\d-\d\d )/m);
  // The last one may not be complete yet.
  rest = entries.pop() ?? "";
  for (const entry of entries) {
    if (!entry.includes(" DETAIL: "))
      shown = / (?:execute|statement)\b/.test(entry) && entry.includes(wanted);
    if (shown) process.stdout.write(entry);
  }
}
const timer = setInterval(follow, 200);
console.error("Statements, until Ctrl-C:");

async function end(): Promise<void> {
  clearInterval(timer);
  follow();
  for (const name of Object.keys(settings)) await client.query(`alter system reset ${name}`);
  await client.query("select pg_reload_conf()");
  await client.end();
}
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void end());
