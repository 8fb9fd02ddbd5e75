/** All checks of the report, for the command and for the console's set-up. */
import path from "node:path";
import type { Environment } from "@turnpike/contract/environment.ts";
import { sql } from "kysely";
import { paymentEnv, unreadableKeys } from "../../../commerce/payment-method/stored-keys.ts";
import { listExits } from "../../../inventory/exit/store/operator-stock.ts";
import { exitClaims, unownedExits } from "../../../inventory/exit/store/owners.ts";
import { allUpstreams } from "../../../inventory/upstream/store/upstreams.ts";
import { brandSetting } from "../../../platform/brand/brand.ts";
import { keyRow } from "../../../platform/installation/store.ts";
import type { Db } from "../../../platform/db/database.ts";
import { mailServerSetting, smtpUrl, storedMailServer } from "../../../platform/mail/server.ts";
import { minServerVersion } from "../../../platform/db/server.ts";
import type { Services } from "../../../platform/services.ts";
import { version } from "../../../platform/version.ts";
import type { World } from "../../../platform/world.ts";
import { backupCheck } from "../../backup/series.ts";
import type { CommandInput } from "../command.ts";
import { type Check, missing, ok, reasonOf, warning, wrong } from "./check.ts";
import { legalCheck } from "./legal.ts";
import { machineChecks } from "./machine.ts";
import { networkChecks } from "./network.ts";
import { newerVersionChecks } from "./newer-version.ts";
import { nodeChecks } from "./nodes.ts";
import { paymentChecks } from "./payments.ts";
import { setAsideChecks } from "./set-aside.ts";
import { setUpChecks } from "./set-up.ts";
import { settingChecks } from "./settings.ts";
import { targetChecks } from "./targets.ts";

/** Requirements for the database: version, durability, exits to sell. */
const CURE = "ALTER SYSTEM SET … = on; restart the database";
/** Settings that must be on, so that committed data is on disk. */
const durable = ["fsync", "full_page_writes", "synchronous_commit"] as const;

/** All checks of the database, after migrations. */
async function databaseChecks(db: Db): Promise<Check[]> {
  try {
    const version = Number(await setting(db, "server_version_num"));
    const connections = Number(await setting(db, "max_connections"));
    const off: string[] = [];
    for (const name of durable) if ((await setting(db, name)) === "off") off.push(name);
    return [
      version >= minServerVersion
        ? ok("database", `PostgreSQL ${Math.floor(version / 10_000)}`)
        : wrong("database", `PostgreSQL ${Math.floor(version / 10_000)}`, "PostgreSQL 15 or newer"),
      off.length === 0
        ? ok("durability", "commits are on disk before they are answered")
        : wrong("durability", `${off.join(", ")} off: a power cut loses money`, CURE),
      connections >= 100
        ? ok("max_connections", String(connections))
        : wrong("max_connections", `${connections}, an API takes up to 50`, "100 or more"),
      ...(await localeChecks(db)),
    ];
  } catch (error) {
    return [wrong("database", reasonOf(error), "DATABASE_URL, and whether it runs")];
  }
}

/** A new version of the system's locale sorts differently: unique indexes may miss what they hold. */
async function localeChecks(db: Db): Promise<Check[]> {
  const { rows } = await sql<{ name: string; made: string | null; now: string | null }>`
    select datname as name, datcollversion as made,
      pg_database_collation_actual_version(oid) as now
    from pg_database where datname = current_database()`.execute(db);
  const changed = rows.filter(({ made, now }) => made !== null && now !== null && made !== now);
  return changed.map(({ name, made, now }) =>
    wrong(
      "database locale",
      `its indexes were sorted by version ${made}, the system has ${now}`,
      `reindex database "${name}"; alter database "${name}" refresh collation version`,
    ),
  );
}

async function setting(db: Db, name: string): Promise<string> {
  const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(
    db,
  );
  return rows[0]?.value ?? "";
}

async function exits({ db, world }: Services): Promise<Check> {
  const now = new Date(world.now());
  const { exits: some, total } = await listExits(db, { country: null, limit: 5_000, now });
  const own = some.filter(({ lab }) => !lab).length;
  if (own > 0) return ok("exits", `${total > some.length ? total : own} to sell`);
  const upstreams = (await allUpstreams(db)).filter(({ state }) => state === "on").length;
  if (upstreams > 0)
    return ok("exits", `none of one's own, ${upstreams} upstream${upstreams === 1 ? "" : "s"}`);
  return missing("exits", "there is nothing to sell", "operator exits import FILE.csv");
}

/** Local exits that no node has, which are therefore not offered. */
async function unowned({ db }: Services): Promise<Check[]> {
  const none = await unownedExits(db, namedExits + 1);
  if (none.length === 0) return [];
  const some = none.slice(0, namedExits).map(({ host }) => host);
  const more = none.length > namedExits ? " and more" : "";
  return [
    wrong(
      "unowned exits",
      `no node has ${some.join(", ")}${more}: they are not offered`,
      "add the address to its machine, operator exits assign IP NODE, or exits retire IP",
    ),
  ];
}
const namedExits = 5;

/** Exits that machines claim from each other or from nobody, and those that their owner lost. */
async function claimed({ db }: Services): Promise<Check[]> {
  const claims = await exitClaims(db, namedExits + 1);
  if (claims.length === 0) return [];
  const some = claims.slice(0, namedExits).map(({ ip, owner, claimedBy }) => {
    const of = owner === "" ? "nobody's" : `${owner}'s`;
    return claimedBy.length > 0
      ? `${claimedBy.join(" and ")} claims ${ip}, which is ${of}`
      : `${owner} does not have ${ip} any more`;
  });
  const more = claims.length > namedExits ? "; and more" : "";
  return [
    wrong(
      "exit claims",
      `${some.join("; ")}${more}`,
      "operator exits claims; then exits assign IP NODE, or retire the node that lies",
    ),
  ];
}

function backups({ env }: Services): Check {
  const { state, detail } = backupCheck(path.resolve(env.DATA_DIR), Date.now());
  const cure =
    state === "ok" ? "" : "operator backup --to DIR --keep N daily; operator backup drill";
  return { name: "backup", state, detail, cure };
}

/** While the secret key is replaced, the old one is accepted: somebody has to end that. */
async function secretKey({ db }: Services): Promise<Check[]> {
  const { rotation } = await keyRow(db);
  if (rotation === null) return [];
  const detail = `the old one is accepted since ${new Date(rotation.at).toISOString().slice(0, 16)}`;
  const cure = rotation.done
    ? "restart each API with the new secret.key; operator key finish"
    : "it was interrupted: operator key rotate";
  return [warning("secret key", detail, cure)];
}

/** A line for each setting whose stored value this release does not accept. */
const storedSettings = ({ settings, modules }: Services): Check[] =>
  settings
    .refused(modules.settings)
    .map(({ name, reason }) =>
      wrong(`setting ${name}`, `${reason}; the default holds`, "set or reset it again"),
    );

/** A line for each payment method whose stored keys were sealed with another secret key. */
const sealedKeys = (services: Services): Check[] =>
  unreadableKeys(services).map((method) =>
    wrong(
      `keys of ${method}`,
      "were sealed with another secret.key: nobody can pay with it",
      "set them again in the console, Settings, Payments",
    ),
  );

/** The stored mail server, if it was sealed with another secret key. */
const sealedMailServer = (services: Services): Check[] =>
  storedMailServer(services, services.settings.get(mailServerSetting)) === "unreadable"
    ? [
        wrong(
          "stored mail server",
          "was sealed with another secret.key: no mail is sent",
          "set it again in the console, Settings, Mail server",
        ),
      ]
    : [];

/** The checks that need no database. */
export async function outsideChecks(
  env: Environment,
  world: Pick<World, "lookup">,
  { mail }: CommandInput["options"],
): Promise<Check[]> {
  return [
    ok("version", version),
    ...settingChecks(env),
    ...(await machineChecks(env, Date.now())),
    ...(await networkChecks(env, world, typeof mail === "string" ? mail : undefined)),
    ...(await targetChecks(env)),
    ...(await newerVersionChecks(env, version)),
  ];
}

/** The settings in effect: those of the brand and the stored keys stand before the environment's. */
export function brandedEnv(services: Services): Environment {
  const env = paymentEnv(services);
  const { mailFrom, supportEmail, legalName, legalAddress } = services.settings.get(brandSetting);
  return {
    ...env,
    SMTP_URL: smtpUrl(services),
    MAIL_FROM: mailFrom ?? env.MAIL_FROM,
    SUPPORT_EMAIL: supportEmail ?? env.SUPPORT_EMAIL,
    SELLER_NAME: legalName ?? env.SELLER_NAME,
    SELLER_ADDRESS: legalAddress ?? env.SELLER_ADDRESS,
  };
}

/** Every check, with a working database. */
export async function allChecks(
  services: Services,
  options: CommandInput["options"] = {},
): Promise<Check[]> {
  const { db, world } = services;
  const env = brandedEnv(services);
  return [
    ...(await outsideChecks(env, world, options)),
    ...(await databaseChecks(db)),
    ...(await nodeChecks(db, Date.now())),
    ...(await paymentChecks(db, env)),
    ...storedSettings(services),
    ...sealedKeys(services),
    ...sealedMailServer(services),
    ...(await secretKey(services)),
    backups(services),
    await exits(services),
    ...(await unowned(services)),
    ...(await setAsideChecks(services)),
    ...(await claimed(services)),
    await legalCheck(services),
    ...(await setUpChecks(services)),
  ];
}
